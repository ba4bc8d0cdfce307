#!/usr/bin/env python3
"""Makes src/main_content/weights.inc from the even half of the gold pages.

  train.py MAIN_BLOCKS WORK WEIGHTS     writes the weights
  train.py MAIN_BLOCKS WORK --check     cross-validation on the even half, writes nothing

Logistic regression over the features main_blocks writes. A feature is a byte; its curve is straight between knots, so
it is a sum of tents, one for each knot. Categories have a knot at every value. Tags and hints are bits.
"""
import collections
import hashlib
import sys

import numpy as np
import scipy.optimize
import scipy.sparse

import blocks
import gold
import labels
import measure
import tools

# Weighed against the log loss: the squares of weights on curves, of their steps from knot to knot, of all others.
PENALTY_SIZE, PENALTY_STEP, PENALTY_BIT = 2.0, 10.0, 4.0
LOGIT = 1024
KEEP, KEEP_MORE = -205 / LOGIT, -1420 / LOGIT
FEW_WORDS, SMALL_PART = 25, 32

LOG_KNOTS = [0, 16, 32, 44, 56, 64, 72, 80, 92, 108, 128]
SHARE_KNOTS = [0, 4, 20, 50, 100, 150, 200]
SCORE_KNOTS = [60, 90, 100, 104, 112, 125, 150, 200]
FAR_KNOTS = [0, 1, 2, 3, 5, 8, 12]
KINDS = {"char": range(11), "tag": range(26)}


def knots_of(name):
    if name.endswith(("_char", "char_before", "char_after")):
        return list(KINDS["char"])
    if name in ("tag", "parent_tag", "tag_before", "tag_after"):
        return list(KINDS["tag"])
    if name == "label":
        return list(range(4))
    if name == "word_chars":
        return [0, 56, 72, 88, 100, 112, 136, 190, 255]
    if name == "signs":
        return [0, 2, 6, 12, 24, 60]
    if name.startswith("score"):
        return [0] + SCORE_KNOTS
    if name.startswith("links_") or name in ("link_share", "capital_words", "capitals", "digits", "parent_links"):
        return SHARE_KNOTS
    if name.startswith(("long_before", "long_after", "heading_", "boilerplate_", "levels_", "from_start", "to_end")):
        return FAR_KNOTS
    return LOG_KNOTS + ([160] if name in ("holder_words", "parent_words") else [])


class Design:
    """Turns features into rows of a sparse matrix."""

    def __init__(self, names):
        self.names, self.knots, self.first, self.columns = names, [], [], 0
        for name in names.features:
            self.knots.append(knots_of(name))
            self.first.append(self.columns)
            self.columns += len(self.knots[-1])
        self.hints = self.columns
        self.tags = self.hints + 3 * len(names.hints)
        self.columns = self.tags + len(names.tags)
        self.tents = [self._tents(knots) for knots in self.knots]

    @staticmethod
    def _tents(knots):
        """For each byte: the knot at its left, and how far it is from there to the next."""
        x = np.arange(256)
        left = np.searchsorted(knots, x, side="right") - 1
        at = np.array(knots, float)
        width = np.append(np.diff(at), 1)
        part = np.where(left < len(knots) - 1, (x - at[left]) / width[left], 0.0)
        return left, part

    def matrix(self, page):
        count = len(page.texts)
        rows, columns, values = [], [], []
        every = np.arange(count)

        def add(column, value, row=every):
            used = value != 0
            rows.append(row[used])
            columns.append(np.broadcast_to(column, value.shape)[used])
            values.append(value[used])

        for i, (left, part) in enumerate(self.tents):
            level = page.levels[:, i]
            add(self.first[i] + left[level], 1 - part[level])
            add(self.first[i] + np.minimum(left[level] + 1, len(self.knots[i]) - 1), part[level])
        for kind, sets in enumerate((page.own, page.near, page.all)):
            for bit in range(len(self.names.hints)):
                add(self.hints + 3 * bit + kind, (sets >> np.uint32(bit) & np.uint32(1)).astype(float))
        for bit in range(len(self.names.tags)):
            add(self.tags + bit, (page.tags >> np.uint64(bit) & np.uint64(1)).astype(float))
        join = np.concatenate
        return scipy.sparse.csr_matrix((join(values), (join(rows), join(columns))), (count, self.columns))


def penalty(design):
    """The quadratic form of the penalty, as a sparse matrix."""
    parts = []
    for knots in design.knots:
        if knots == list(range(len(knots))):
            parts.append(PENALTY_BIT * np.eye(len(knots)))
        else:
            steps = np.diff(np.eye(len(knots)), axis=0)
            parts.append(PENALTY_SIZE * np.eye(len(knots)) + PENALTY_STEP * steps.T @ steps)
    parts.append(PENALTY_BIT * np.eye(design.columns - design.hints))
    return scipy.sparse.block_diag(parts).tocsr()


def fit(matrix, target, weight, form, start=None):
    """Weights and bias that minimise the weighted log loss plus half the penalty. Convex: the start does not matter."""
    transposed = matrix.T.tocsr()

    def loss(x):
        z = matrix @ x[:-1] + x[-1]
        pull = form @ x[:-1]
        value = weight @ (np.logaddexp(0, z) - target * z) + x[:-1] @ pull / 2
        slope = weight * (1 / (1 + np.exp(-z)) - target)
        return value, np.append(transposed @ slope + pull, slope.sum())

    start = np.zeros(matrix.shape[1] + 1) if start is None else start
    return scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400}).x


def choose(score, words, keep=KEEP):
    """What main_content.cc does with scores, without the plain rule."""
    enough = max(FEW_WORDS, words.sum() / SMALL_PART)
    kept = score >= keep
    if words[kept].sum() < enough:
        kept = score >= KEEP_MORE
    if words[kept].sum() < enough:
        kept = np.ones(len(score), bool)
    return kept


def quality(pages, made, scores, keep=KEEP):
    found = collections.defaultdict(list)
    for page, blocks_, score in zip(pages, made, scores):
        text = blocks_.text(choose(score, blocks_.words, keep))
        if page.set == "trafilatura-eval":
            found[page.set].append(measure.strings_found(text, page.gold))
        else:
            found[page.set].append(measure.words_f1(text, page.gold))
    return {name: measure.strings_f1(found[name])[2] if name == "trafilatura-eval" else float(np.mean(found[name]))
            for name in gold.SETS if found[name]}


def fold_of(page, folds):
    return int(hashlib.md5(page.name.encode()).hexdigest()[:4], 16) % folds


class Task:
    """The even pages, their matrices, targets and weights."""

    def __init__(self, program, work):
        every = gold.pages()
        html = [page.html for page in every]
        peers = [tools.kept_answers(name, tool, html, work) for name, tool in tools.peers(work).items()
                 if name.startswith(("trafilatura", "readability", "dom_smoothie"))]
        even = [i for i, page in enumerate(every) if gold.even(page.name)]
        self.pages = [every[i] for i in even]
        self.made = blocks.extract(program, [html[i] for i in even], work)
        self.design = Design(blocks.Names(program))
        self.matrices = [self.design.matrix(page) for page in self.made]
        found = [labels.labels(page, made, [answers[i] for answers in peers])
                 for page, made, i in zip(self.pages, self.made, even)]
        self.targets, self.weights = zip(*found)

    def fit(self, chosen, start=None):
        stack = [self.matrices[i] for i in chosen]
        return fit(scipy.sparse.vstack(stack).tocsr(), np.concatenate([self.targets[i] for i in chosen]),
                   np.concatenate([self.weights[i] for i in chosen]), penalty(self.design), start)

    def scores(self, x, chosen):
        return [self.matrices[i] @ x[:-1] + x[-1] for i in chosen]


def cross_validate(task, folds=4):
    scores = [None] * len(task.pages)
    start = task.fit(range(len(task.pages)))
    for fold in range(folds):
        held = [i for i, page in enumerate(task.pages) if fold_of(page, folds) == fold]
        x = task.fit([i for i in range(len(task.pages)) if fold_of(task.pages[i], folds) != fold], start)
        for i, score in zip(held, task.scores(x, held)):
            scores[i] = score
    return scores


def pascal(name):
    return "k" + "".join(part.capitalize() for part in name.split("_"))


def write(path, task, x):
    design, names = task.design, task.design.names
    whole = [int(round(value * LOGIT)) for value in x]
    lines = ["// Made by eval/main_content/train.py from the even half of the gold pages: do not edit.",
             "// Weights are in 1024ths of a logit; a curve is straight between its knots {level, weight}.", "",
             f"constexpr int32_t kBias = {whole[-1]};", "", "constexpr Curve kCurves[] = {"]
    for name, knots, first in zip(names.features, design.knots, design.first):
        pairs = ", ".join(f"{{{knot}, {whole[first + i]}}}" for i, knot in enumerate(knots))
        lines.append(f"    {{Feature::{pascal(name)}, {{{{{pairs}}}}}}},")
    lines += ["};", "", "// Of the element that holds the block, of the nearest three, of all around it.",
              "constexpr HintWeights kHintWeights[] = {"]
    for i, name in enumerate(names.hints):
        at = design.hints + 3 * i
        lines.append(f"    {{Hint::{pascal(name)}, {whole[at]}, {whole[at + 1]}, {whole[at + 2]}}},")
    lines += ["};", "", "// Of a tag around the block.", "constexpr TagWeight kTagWeights[] = {"]
    lines += [f"    {{Tag::{pascal(name)}, {whole[design.tags + i]}}}," for i, name in enumerate(names.tags)
              if whole[design.tags + i] != 0]
    lines.append("};")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    program, work, output = sys.argv[1:]
    task = Task(program, work)
    print(f"{len(task.pages)} pages, {sum(len(m.texts) for m in task.made)} blocks, {task.design.columns} weights")
    if output == "--check":
        print("cross-validation:", quality(task.pages, task.made, cross_validate(task)))
        return
    x = task.fit(range(len(task.pages)))
    print("on the pages it was made from:", quality(task.pages, task.made, task.scores(x, range(len(task.pages)))))
    write(output, task, x)


if __name__ == "__main__":
    main()
