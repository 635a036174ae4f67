import type { Metric } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

type Value = { labels: Record<string, string | number>; value: number; metricName: string };

/**
 * For what is counted on every call. The library looks up the labels each time, which costs more than counting. Here the
 * caller holds on to a series, and the labels are only needed when the metrics are read.
 */
type Distribution = { series: (labels: Labels) => (value: number) => void; metric: Metric };

type About = { name: string; help: string };

export function distribution({ name, help, bounds }: About & { bounds: readonly number[] }): Distribution {
  const all: { labels: Labels; counts: Float64Array; sum: { value: number } }[] = [];
  const values = (): Value[] =>
    all.flatMap(({ labels, counts, sum }) => {
      let count = 0;
      const buckets = [...counts].map((inBucket, index): Value => {
        count += inBucket;
        return { labels: { ...labels, le: bounds[index] ?? '+Inf' }, value: count, metricName: `${name}_bucket` };
      });
      return [
        ...buckets,
        { labels, value: sum.value, metricName: `${name}_sum` },
        { labels, value: count, metricName: `${name}_count` },
      ];
    });
  return {
    series: (labels) => {
      const counts = new Float64Array(bounds.length + 1);
      const sum = { value: 0 };
      all.push({ labels, counts, sum });
      return (value) => {
        let bucket = 0;
        while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket++;
        counts[bucket] = (counts[bucket] as number) + 1;
        sum.value += value;
      };
    },
    metric: asMetric({ name, help, type: 'histogram', values }),
  };
}

type Counts = { series: (labels: Labels) => () => void; metric: Metric };

export function counts({ name, help }: About): Counts {
  const all: { labels: Labels; value: number; metricName: string }[] = [];
  return {
    series: (labels) => {
      const one = { labels, value: 0, metricName: name };
      all.push(one);
      return () => void one.value++;
    },
    metric: asMetric({ name, help, type: 'counter', values: () => all }),
  };
}

/** A registry only needs these members of a metric. */
function asMetric({ name, help, type, values }: About & { type: string; values: () => readonly Value[] }): Metric {
  return { name, get: async () => ({ name, help, type, values: values() }) } as unknown as Metric;
}

/** Makes each value once. */
export function cached<K, T>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}
