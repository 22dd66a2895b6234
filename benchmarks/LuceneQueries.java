// SPDX-License-Identifier: GPL-3.0-or-later
// LuceneQueries INDEX QUERIES.tsv ARTICLES.tsv: what bench_query_latency asks of Trawl and Xapian, asked of Lucene 10: ten
// hits, the exact total, and the twenty most frequent sources and tags; then the same without these, with a passage of
// each hit (UnifiedHighlighter), and what a reader asks: four facets, the dates among them, and passages, which are found by offsets
// in the postings or, as in an index without these, by analysing the text again. The index is made if it is not there, from lines of
// url, title, source, day, tags (separated by |), category, text. Hits are read only for passages: stored fields would cost more than the
// search. CPU time of the thread, the best of three passes after three to warm up.
import java.io.*;
import java.lang.management.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.apache.lucene.analysis.*;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.*;
import org.apache.lucene.facet.*;
import org.apache.lucene.facet.sortedset.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.*;

public class LuceneQueries {
  static final Analyzer analyzer = new EnglishAnalyzer(CharArraySet.EMPTY_SET);
  static final String[] KINDS_OF_ANY = {"or", "long"};

  static void build(Path path, String articles) throws IOException {
    FacetsConfig config = new FacetsConfig();
    config.setMultiValued("tag", true);
    config.setIndexFieldName("source", "facet_source");
    config.setIndexFieldName("tag", "facet_tag");
    config.setIndexFieldName("category", "facet_category");
    FieldType body = new FieldType(TextField.TYPE_STORED);
    body.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    IndexWriterConfig options = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(64);
    try (IndexWriter writer = new IndexWriter(new MMapDirectory(path), options);
         BufferedReader in = Files.newBufferedReader(Paths.get(articles), StandardCharsets.UTF_8)) {
      for (String line; (line = in.readLine()) != null;) {
        String[] cells = line.split("\t", -1);
        Document document = new Document();
        document.add(new Field("body", cells[1], body));
        document.add(new Field("body", cells[6], body));
        document.add(new StringField("source", cells[2], Field.Store.NO));
        document.add(new SortedSetDocValuesFacetField("source", cells[2]));
        if (!cells[5].isEmpty()) document.add(new SortedSetDocValuesFacetField("category", cells[5]));
        if (!cells[3].isEmpty()) {
          document.add(new LongPoint("day", day(cells[3])));
          document.add(new NumericDocValuesField("month", day(cells[3]) / 100));
        }
        for (String tag : cells[4].isEmpty() ? new String[0] : cells[4].split("\\|")) {
          document.add(new StringField("tag", tag, Field.Store.NO));
          document.add(new SortedSetDocValuesFacetField("tag", tag));
        }
        document.add(new StoredField("url", cells[0]));
        writer.addDocument(config.build(document));
      }
      writer.forceMerge(1);
    }
  }

  static long day(String date) { return Long.parseLong(date.replace("-", "")); }

  static List<Term> terms(String text) throws IOException {
    List<Term> out = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream("body", text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) out.add(new Term("body", term.toString()));
      tokens.end();
    }
    return out;
  }

  /** As compare.sh defines the kinds. */
  static Query parse(String[] cells) throws IOException {
    String kind = cells[1], words = cells[3];
    if (kind.equals("phrase")) {
      PhraseQuery.Builder phrase = new PhraseQuery.Builder();
      for (Term term : terms(words)) phrase.add(term);
      return phrase.build();
    }
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    boolean any = Arrays.asList(KINDS_OF_ANY).contains(kind);
    for (Term term : terms(words)) query.add(new TermQuery(term), any ? BooleanClause.Occur.SHOULD : BooleanClause.Occur.MUST);
    if (!cells[4].isEmpty()) query.add(new TermQuery(new Term("source", cells[4])), BooleanClause.Occur.FILTER);
    if (!cells[5].isEmpty()) query.add(new TermQuery(new Term("tag", cells[5])), BooleanClause.Occur.FILTER);
    if (!cells[6].isEmpty()) {
      query.add(LongPoint.newRangeQuery("day", day(cells[6]), day(cells[7]) - 1), BooleanClause.Occur.FILTER);
    }
    return query.build();
  }

  public static void main(String[] args) throws Exception {
    Path path = Paths.get(args[0]);
    if (!Files.exists(path)) build(path, args[2]);
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(new MMapDirectory(path)));
    searcher.setQueryCache(null);
    FacetsConfig config = new FacetsConfig();
    Map<String, SortedSetDocValuesReaderState> states = new HashMap<>();
    for (String field : List.of("source", "tag", "category"))
      states.put(field, new DefaultSortedSetDocValuesReaderState(searcher.getIndexReader(), "facet_" + field, config));
    List<String[]> queries = new ArrayList<>();
    for (String line : Files.readAllLines(Paths.get(args[1]))) {
      String[] cells = Arrays.copyOf(line.split("\t", -1), 8);
      for (int i = 0; i < cells.length; ++i) cells[i] = cells[i] == null ? "" : cells[i];
      if (!cells[0].equals("id")) queries.add(cells);
    }
    UnifiedHighlighter fromOffsets = UnifiedHighlighter.builder(searcher, analyzer).build();
    UnifiedHighlighter fromText = new UnifiedHighlighter(UnifiedHighlighter.builder(searcher, analyzer)) {
      @Override protected OffsetSource getOffsetSource(String field) { return OffsetSource.ANALYSIS; }
    };
    Asked asked = new Asked(searcher, states);
    List<String> two = List.of("source", "tag"), all = List.of("source", "category", "tag");
    measure(List.of("Lucene", "Lucene: facets"), queries, query -> asked.search(query, two, false, null));
    measure(List.of("Lucene: "), queries,
        query -> searcher.search(query, new TopScoreDocCollectorManager(10, Integer.MAX_VALUE)).totalHits.value());
    measure(List.of("Lucene: facets, passages"), queries, query -> asked.search(query, two, false, fromText));
    measure(List.of("Lucene: a reader's request"), queries, query -> asked.search(query, all, true, fromText));
    measure(List.of("Lucene: a reader's request, offsets in the index"), queries, query -> asked.search(query, all, true, fromOffsets));
  }

  record Asked(IndexSearcher searcher, Map<String, SortedSetDocValuesReaderState> states) {
    long search(Query query, List<String> facets, boolean hasDates, UnifiedHighlighter highlighter) throws IOException {
      FacetsCollectorManager.FacetsResult found = FacetsCollectorManager.search(searcher, query, 10, new FacetsCollectorManager());
      long total = found.topDocs().totalHits.value();
      if (total == 0) return 0;
      for (String field : facets)
        new SortedSetDocValuesFacetCounts(states.get(field), found.facetsCollector()).getTopChildren(20, field);
      if (hasDates) new LongValueFacetCounts("month", found.facetsCollector()).getAllChildrenSortByValue();
      if (highlighter != null) highlighter.highlight("body", query, found.topDocs());
      return total;
    }
  }

  /** Returns the total. */
  interface Search { long ask(Query query) throws IOException; }

  static void measure(List<String> names, List<String[]> queries, Search search) throws IOException {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    double[] best = new double[queries.size()];
    long[] totals = new long[queries.size()];
    Arrays.fill(best, 1e18);
    for (int pass = -3; pass < 3; ++pass) {
      for (int i = 0; i < queries.size(); ++i) {
        long before = clock.getCurrentThreadCpuTime();
        totals[i] = search.ask(parse(queries.get(i)));
        if (pass >= 0) best[i] = Math.min(best[i], (clock.getCurrentThreadCpuTime() - before) / 1e3);
      }
    }
    for (String name : names) print(name, queries, best, totals);
  }

  static void print(String engine, List<String[]> queries, double[] best, long[] totals) {
    Set<String> kinds = new LinkedHashSet<>();
    for (String[] query : queries) kinds.add(query[1]);
    kinds.add("all");
    for (String kind : kinds) {
      List<Double> times = new ArrayList<>();
      long sum = 0;
      for (int i = 0; i < best.length; ++i) {
        if (!kind.equals("all") && !queries.get(i)[1].equals(kind)) continue;
        times.add(best[i]);
        sum += totals[i];
      }
      Collections.sort(times);
      double mean = times.stream().mapToDouble(Double::doubleValue).average().orElse(0);
      int last = times.size() - 1;
      System.out.printf("%s\t%s\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t%d%n", engine, kind, times.size(), mean,
          times.get((int) (0.5 * last)), times.get((int) (0.99 * last)), times.get(last), sum);
    }
  }
}
