"""Loads Amazon Reviews 2023 metadata into SQLite with full-text search, as one would write it in an afternoon.

    python plain_loader.py meta.jsonl.gz catalog.db
"""

import gzip
import json
import resource
import sqlite3
import sys
import time


def amount(price):
    try:
        return float(price)
    except (TypeError, ValueError):
        return None


def rows(path):
    seen = set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            product_id = row.get("parent_asin")
            if not product_id or not row.get("title") or product_id in seen:
                continue
            seen.add(product_id)
            row.pop("bought_together", None)
            yield (
                product_id,
                row["title"],
                row.get("store"),
                row["details"].get("Brand"),
                amount(row.get("price")),
                row.get("average_rating"),
                row.get("rating_number"),
                row.get("main_category"),
                len(row["details"]),
                " ".join(row["features"]),
                " ".join(row["description"]),
                json.dumps(row),
            )


def main(source, target):
    database = sqlite3.connect(target)
    database.executescript(
        """
        PRAGMA journal_mode = WAL;
        CREATE TABLE products (
            product_id TEXT PRIMARY KEY, title TEXT, store TEXT, brand TEXT, price REAL, average_rating REAL,
            rating_number INTEGER, main_category TEXT, detail_field_count INTEGER, features TEXT, description TEXT,
            data TEXT
        );
        CREATE VIRTUAL TABLE products_fts USING fts5 (
            title, features, description, content = 'products', content_rowid = 'rowid'
        );
        """
    )
    with database:
        database.executemany("INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows(source))
        database.execute("INSERT INTO products_fts (products_fts) VALUES ('rebuild')")
        database.execute("CREATE INDEX products_by_store ON products (store)")
        database.execute("CREATE INDEX products_by_brand ON products (brand COLLATE NOCASE)")
        database.execute("CREATE INDEX products_by_category ON products (main_category)")
    return database.execute("SELECT count(*) FROM products").fetchone()[0]


if __name__ == "__main__":
    start = time.perf_counter()
    products = main(sys.argv[1], sys.argv[2])
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "products": products,
                "seconds": time.perf_counter() - start,
                "cpuSeconds": usage.ru_utime + usage.ru_stime,
                # Bytes on macOS, kilobytes elsewhere.
                "peakMegabytes": usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024),
            }
        )
    )
