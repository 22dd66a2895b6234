// SPDX-License-Identifier: GPL-3.0-or-later

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One node of the cluster of `./dev cluster`. Arguments: its number, the number of nodes, the first HTTP port, its folder;
 * then further settings as NAME=VALUE, and classes of further plugins as +CLASS.
 */
public final class TestNode extends Node {
  private TestNode(Settings settings, List<Class<? extends Plugin>> plugins) {
    super(InternalSettingsPreparer.prepareEnvironment(settings, Collections.emptyMap(), null, () -> "test"), plugins, true);
  }

  public static void main(String[] arguments) throws Exception {
    int number = Integer.parseInt(arguments[0]);
    int nodes = Integer.parseInt(arguments[1]);
    int port = Integer.parseInt(arguments[2]);
    Path home = Path.of(arguments[3]);
    StringBuilder names = new StringBuilder();
    StringBuilder hosts = new StringBuilder();
    for (int node = 1; node <= nodes; ++node) {
      names.append(node > 1 ? "," : "").append("node-").append(node);
      hosts.append(node > 1 ? "," : "").append("127.0.0.1:").append(port + 100 + node - 1);
    }
    Settings.Builder settings = Settings.builder()
        .put("cluster.name", "trawl-test")
        .put("node.name", "node-" + number)
        .put("path.home", home.toString())
        .put("path.data", home.resolve("data-" + number).toString())
        .put("path.logs", home.resolve("logs-" + number).toString())
        .put("network.host", "127.0.0.1")
        .put("http.port", port + number - 1)
        .put("transport.port", port + 100 + number - 1)
        .put("discovery.seed_hosts", hosts.toString())
        .put("cluster.initial_cluster_manager_nodes", names.toString())
        .put("cluster.routing.allocation.disk.watermark.low", "2gb")
        .put("cluster.routing.allocation.disk.watermark.high", "1gb")
        .put("cluster.routing.allocation.disk.watermark.flood_stage", "500mb")
        .put("cluster.info.update.interval", "10s")
        // A copy that a dead node was sending is given up at once, not after half an hour.
        .put("indices.recovery.recovery_activity_timeout", "20s")
        .put("indices.recovery.internal_action_timeout", "20s")
        .put("indices.recovery.internal_action_long_timeout", "20s")
        .put("node.processors", 2);
    List<Class<? extends Plugin>> plugins = new ArrayList<>(List.of(Netty4Plugin.class, CommonAnalysisPlugin.class));
    for (int i = 4; i < arguments.length; ++i) {
      String[] parts = arguments[i].split("=", 2);
      if (arguments[i].startsWith("+")) {
        plugins.add(Class.forName(arguments[i].substring(1)).asSubclass(Plugin.class));
      } else {
        settings.put(parts[0], parts[1]);
      }
    }
    TestNode node = new TestNode(settings.build(), plugins);
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        node.close();
      } catch (Exception ignored) {
        // It ends anyway.
      }
      stopped.countDown();
    }));
    node.start();
    stopped.await();
  }
}
