#!/usr/bin/env python3
"""Has other search engines look for the same in the same titles: `make bench-search`.

    Tests/Benchmarks/search_peers.py FOLDER DATABASE [MOST]

FOLDER holds what `Benchmarks search DATABASE FOLDER` left. Prints, of each engine, the CPU time of
a first page (20 hits, newest first), the share of the titles with a part of a word that it finds,
and what its index takes. An engine that is not installed is told of and left out:
`pip install tantivy`, `apt install groonga-bin python3-xapian`. MOST bounds the titles.
"""

import contextlib
import json
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
import unicodedata

# Where Debian's Python has its packages, if this is another.
sys.path.append("/usr/lib/python3/dist-packages")

# Hits that are looked at for the recall, as `SearchQuality.mostHits`.
MOST_HITS = 200
# Searches that peers are asked for, of the 10,000.
ASKED = 2_000
PAGE = 20


def folded(text):
    """As `SearchText` folds it: letters and digits in one case."""
    text = unicodedata.normalize("NFC", text.casefold())
    return "".join(letter for letter in text if letter.isalnum())


def bigrams(text):
    """What the index of bigrams holds: neighbours, and each letter by itself."""
    letters = folded(text)
    return list(letters) + [letters[at:at + 2] for at in range(len(letters) - 1)]


def cpu(who=resource.RUSAGE_SELF):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def size_of(folder):
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())


class Tantivy:
    """One and two letters in a row, as its own tokenizer makes them; all of them are there."""

    name = "tantivy, n-grams"

    def __init__(self, folder):
        import tantivy
        self.tantivy = tantivy
        schema = tantivy.SchemaBuilder()
        schema.add_integer_field("id", stored=True, fast=True)
        schema.add_text_field("title", tokenizer_name="bigrams")
        self.schema = schema.build()
        self.index = tantivy.Index(self.schema, path=str(folder))
        ngrams = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(1, 2))
        self.index.register_tokenizer("bigrams", ngrams.filter(tantivy.Filter.lowercase()).build())

    def fill(self, titles):
        writer = self.index.writer(heap_size=256 << 20)
        for number, title in titles:
            writer.add_document(self.tantivy.Document(id=number, title=title))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def find(self, text, limit):
        letters = text.lower()
        grams = [letters] if len(letters) == 1 else [
            letters[at:at + 2] for at in range(len(letters) - 1)]
        query = self.tantivy.Query.boolean_query([
            (self.tantivy.Occur.Must, self.tantivy.Query.term_query(self.schema, "title", gram))
            for gram in grams])
        hits = self.searcher.search(
            query, limit, order_by_field="id", order=self.tantivy.Order.Desc, count=False).hits
        return [self.searcher.doc(address)["id"][0] for _, address in hits]


class TantivyWords(Tantivy):
    """As it comes: words."""

    name = "tantivy, words"

    def __init__(self, folder):
        super().__init__(folder)
        schema = self.tantivy.SchemaBuilder()
        schema.add_integer_field("id", stored=True, fast=True)
        schema.add_text_field("title")
        shutil.rmtree(folder)
        pathlib.Path(folder).mkdir()
        self.schema = schema.build()
        self.index = self.tantivy.Index(self.schema, path=str(folder))

    def find(self, text, limit):
        query = self.tantivy.Query.term_query(self.schema, "title", text.lower())
        hits = self.searcher.search(
            query, limit, order_by_field="id", order=self.tantivy.Order.Desc, count=False).hits
        return [self.searcher.doc(address)["id"][0] for _, address in hits]


class Xapian:
    """Bigrams of its own, as it makes them of scripts without spaces."""

    name = "xapian, n-grams"

    def __init__(self, folder):
        import xapian
        self.xapian = xapian
        self.folder = str(folder)

    def fill(self, titles):
        xapian = self.xapian
        database = xapian.WritableDatabase(self.folder, xapian.DB_CREATE_OR_OVERWRITE)
        generator = xapian.TermGenerator()
        generator.set_flags(xapian.TermGenerator.FLAG_CJK_NGRAM)
        for number, title in titles:
            document = xapian.Document()
            generator.set_document(document)
            generator.index_text(title)
            database.replace_document(number, document)
        database.commit()
        database.close()
        compact = self.folder + ".compact"
        xapian.Database(self.folder).compact(compact)
        shutil.rmtree(self.folder)
        pathlib.Path(compact).rename(self.folder)
        self.database = xapian.Database(self.folder)
        self.parser = xapian.QueryParser()
        self.parser.set_default_op(xapian.Query.OP_AND)

    def find(self, text, limit):
        xapian = self.xapian
        query = self.parser.parse_query(text, xapian.QueryParser.FLAG_CJK_NGRAM)
        enquire = xapian.Enquire(self.database)
        enquire.set_query(query)
        enquire.set_weighting_scheme(xapian.BoolWeight())
        enquire.set_docid_order(xapian.Enquire.DESCENDING)
        return [match.docid for match in enquire.get_mset(0, limit)]


class Groonga:
    """Bigrams of everything; its program is told the searches on its input."""

    name = "groonga, bigrams"

    def __init__(self, folder):
        if shutil.which("groonga") is None:
            raise ImportError("groonga")
        self.path = str(pathlib.Path(folder) / "db")

    def run(self, commands):
        """The answers, and the CPU time that they took."""
        before = cpu(resource.RUSAGE_CHILDREN)
        output = subprocess.run(
            ["groonga", self.path], input="\n".join(commands) + "\n", text=True,
            stdout=subprocess.PIPE, check=True).stdout
        return output.splitlines(), cpu(resource.RUSAGE_CHILDREN) - before

    def fill(self, titles):
        subprocess.run(
            ["groonga", "-n", self.path], input="table_create Items TABLE_NO_KEY\n"
            "column_create Items title COLUMN_SCALAR ShortText\n"
            "table_create Terms TABLE_PAT_KEY ShortText "
            "--default_tokenizer TokenBigramSplitSymbolAlphaDigit --normalizer NormalizerAuto\n"
            "column_create Terms item_title COLUMN_INDEX|WITH_POSITION Items title\n",
            text=True, stdout=subprocess.DEVNULL, check=True)
        rows = ",\n".join(json.dumps({"title": title}, ensure_ascii=False) for _, title in titles)
        self.run([f"load --table Items\n[\n{rows}\n]"])

    def command(self, text, limit):
        text = text.replace("\\", "\\\\").replace('"', '\\"')
        return (
            f"select Items --match_columns title --query '\"{text}\"' "
            f"--output_columns _id --sort_keys -_id --limit {limit}")

    def find_all(self, texts, limit):
        lines, seconds = self.run([self.command(text, limit) for text in texts])
        found = []
        for line in lines:
            answer = json.loads(line)
            found.append([row[0] for row in answer[1][0][2:]] if answer[0][0] == 0 else [])
        return found, seconds


def find_all(engine, texts, limit):
    if hasattr(engine, "find_all"):
        return engine.find_all(texts, limit)
    before = cpu()
    found = [engine.find(text, limit) for text in texts]
    return found, cpu() - before


def recall(found, expected):
    shares = [
        len(wanted.intersection(hits)) / min(len(wanted), MOST_HITS)
        for hits, wanted in zip(found, expected)]
    return sum(shares) / len(shares)


def expected_hits(titles, texts):
    """The numbers of the titles that hold each text, looked for without an index."""
    numbers = {}
    for number, title in titles:
        numbers.setdefault(title, []).append(number)
    known = [(folded(title), numbers[title]) for title in numbers]
    expected = []
    for text in texts:
        letters = folded(text)
        expected.append({number for title, own in known if letters in title for number in own})
    return expected


def measure(kind, folder, titles, texts, expected):
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    try:
        engine = kind(folder)
    except ImportError as missing:
        print(f"!! {kind.name} is left out: {missing} is not installed", file=sys.stderr)
        return None
    start = time.monotonic()
    engine.fill(titles)
    seconds = time.monotonic() - start
    find_all(engine, texts[:100], PAGE)
    _, spent = find_all(engine, texts, PAGE)
    found, _ = find_all(engine, texts, MOST_HITS)
    result = (spent / len(texts) * 1e6, recall(found, expected), size_of(folder), seconds)
    shutil.rmtree(folder)
    return result


def own_size(database):
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute(
            "SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'item_search%'").fetchone()[0]


def main():
    folder, database = pathlib.Path(sys.argv[1]), sys.argv[2]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else None
    lines = (folder / "titles.tsv").read_text().splitlines()[:most]
    titles = [(int(number), title) for number, title in (line.split("\t", 1) for line in lines)]
    texts = (folder / "searches.txt").read_text().splitlines()
    known = set(folded(title) for _, title in titles)
    if most is not None:
        texts = [text for text in texts if any(folded(text) in title for title in known)]
    expected = expected_hits(titles, texts[:ASKED])
    print(f"{len(titles):,} titles; peers are asked for {len(expected):,} searches")
    heads = ("CPU µs", "recall", "MB", "built, s")
    print("engine".ljust(24) + "".join(head.rjust(10) for head in heads))
    name, spent, share = (folder / "ours.tsv").read_text().split("\t")
    row = f"{float(spent):10.0f}{float(share):10.4f}{own_size(database) / (1 << 20):10.1f}"
    print(name.ljust(24) + row + "-".rjust(10) + "  (descriptions, words and initials too)")
    for kind in (Tantivy, TantivyWords, Groonga, Xapian):
        result = measure(kind, folder / "engine", titles, texts[:ASKED], expected)
        if result:
            spent, share, size, seconds = result
            row = f"{spent:10.0f}{share:10.4f}{size / (1 << 20):10.1f}{seconds:10.0f}"
            print(kind.name.ljust(24) + row, flush=True)


main()
