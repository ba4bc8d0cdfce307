// smoothie PAGES TEXTS: the main text of every page by dom_smoothie, a Rust port of Readability.
// Both files are a sequence of (length as 4 little-endian bytes, UTF-8). A page it fails on has an empty text.
use std::io::Write;

fn main_text(html: &str) -> String {
    let parse = || {
        dom_smoothie::Readability::new(html, None, None)
            .and_then(|mut page| page.parse())
            .map(|article| article.text_content.to_string())
            .unwrap_or_default()
    };
    std::panic::catch_unwind(parse).unwrap_or_default()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let pages = std::fs::read(&args[1]).expect("PAGES");
    let mut texts = std::io::BufWriter::new(std::fs::File::create(&args[2]).expect("TEXTS"));
    std::panic::set_hook(Box::new(|_| {}));
    let mut at = 0;
    while at + 4 <= pages.len() {
        let size = u32::from_le_bytes(pages[at..at + 4].try_into().unwrap()) as usize;
        let text = main_text(std::str::from_utf8(&pages[at + 4..at + 4 + size]).expect("UTF-8"));
        texts.write_all(&(text.len() as u32).to_le_bytes()).unwrap();
        texts.write_all(text.as_bytes()).unwrap();
        at += 4 + size;
    }
}
