"""Plots as SVG: lines and points over two axes, a legend. Standard library only."""
import html
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 400, 64, 150, 40, 52
COLOURS = ["#1f5fbf", "#d1495b", "#2a9d6f", "#e09f3e", "#7b4fa3", "#4a5568"]


def nice_ticks(low, high):
    step = 10 ** math.floor(math.log10(high - low)) / 10
    step *= next(factor for factor in (1, 2, 5, 10, 20) if (high - low) / (step * factor) <= 7)
    marks = [round(i * step, 6) for i in range(math.floor(low / step), math.ceil(high / step) + 1)]
    return [(mark, f"{mark:g}") for mark in marks if low <= mark <= high]


class Plot:
    def __init__(self, title, x_label, y_label, series, x_range=None, y_range=None, x_ticks=None):
        xs = [x for points in series.values() for x, _ in points] or [0, 1]
        ys = [y for points in series.values() for _, y in points] or [0, 1]
        self.x_low, self.x_high = x_range or (min(xs), max(xs))
        self.y_low, self.y_high = y_range or (min(ys), max(ys))
        self.x_high += self.x_high == self.x_low
        self.y_high += self.y_high == self.y_low
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
                      f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
                      f'<text x="{LEFT}" y="22" font-size="15" font-weight="bold">{html.escape(title)}</text>']
        x_ticks = [tick for tick in x_ticks or [] if self.x_low <= tick[0] <= self.x_high]
        for value, text in x_ticks or nice_ticks(self.x_low, self.x_high):
            x = self.x(value)
            self.parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e5e7eb"/>'
                              f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{text}</text>')
        for value, text in nice_ticks(self.y_low, self.y_high):
            y = self.y(value)
            self.parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e5e7eb"/>'
                              f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
        self.parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{html.escape(x_label)}</text>'
                          f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">{html.escape(y_label)}</text>')
        for i, name in enumerate(series):
            y = TOP + 10 + 20 * i
            self.parts.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{y - 5}" width="14" height="5" fill="{COLOURS[i]}"/>'
                              f'<text x="{WIDTH - RIGHT + 34}" y="{y + 2}">{html.escape(name)}</text>')

    def x(self, value):
        return LEFT + (value - self.x_low) / (self.x_high - self.x_low) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - (value - self.y_low) / (self.y_high - self.y_low) * (HEIGHT - TOP - BOTTOM)

    def save(self, path):
        path.write_text("\n".join(self.parts + ["</svg>"]) + "\n")


def lines(path, title, x_label, y_label, series, **ranges):
    plot = Plot(title, x_label, y_label, series, **ranges)
    for i, points in enumerate(series.values()):
        way = "L".join(f"{plot.x(x):.1f} {plot.y(y):.1f}" for x, y in points)
        plot.parts.append(f'<path d="M{way}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"/>')
        plot.parts += [f'<circle cx="{plot.x(x):.1f}" cy="{plot.y(y):.1f}" r="2.2" fill="{COLOURS[i]}"/>' for x, y in points]
    plot.save(path)


def scatter(path, title, x_label, y_label, series):
    plot = Plot(title, x_label, y_label, series, x_range=(0, 1), y_range=(0, 1))
    for i, points in enumerate(series.values()):
        seen = sorted({(round(plot.x(x)), round(plot.y(y))) for x, y in points})
        plot.parts += [f'<circle cx="{x}" cy="{y}" r="2" fill="{COLOURS[i]}" fill-opacity=".55"/>' for x, y in seen]
    plot.save(path)
