import { configDefaults, defineConfig } from 'vitest/config'

export const fuzzTests = 'test/reliability/fuzz/operations.test.ts'

/**
 * Thousands of requests against faults and from the fuzzer, which wait for real time limits: `npm run test:faults` runs
 * them alone, one file at a time, and a short run of each benchmark. `npm run test:fuzz` runs the fuzzer, which `npm run test:ci` has too.
 */
export const longRuns = [
  'test/reliability/faults/single-faults.test.ts',
  'test/reliability/faults/lasting-faults.test.ts',
  'test/reliability/faults/kill.test.ts',
  'test/reliability/faults/removed-member.test.ts',
  'test/reliability/faults/deleted-organization.test.ts',
  fuzzTests,
  'test/benchmarks/benchmarks.test.ts',
]

export default defineConfig({
  test: {
    include: ['packages/**/src/**/*.test.ts', 'functions/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...longRuns],
    // Ends a run with its slowest files; in CI, with limits.
    reporters: ['default', './test/support/report/reporter.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    // Processes, not threads: tests send signals. Each loads the modules once for all its files; `each-file.ts` fails a file
    // that leaves something changed for the next one.
    pool: 'forks',
    isolate: false,
    // Two for each of two processors: a worker waits half of its time, for Chromium, for child processes, or for a page to draw.
    maxWorkers: 4,
    // The limits are for what hangs, not for what a busy machine does slowly.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
