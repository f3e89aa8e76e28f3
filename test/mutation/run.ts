import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { parts } from './files.ts'
import { problemsOf, raised, scoreOf, type Tally, tally } from './scores.ts'

/*
 * Runs the tests beside the code once for each mutant of it (`npm run test:mutation`): of all parts, of one (`web`), or of
 * one file (`packages/…/x.ts`). Fails if the score of a part falls. A file alone is reported only.
 */

type Results = Awaited<ReturnType<Stryker['runMutationTest']>>

const scoresFile = new URL('scores.json', import.meta.url)

// Each mutant has a process of its own, which compiles the same modules again.
process.env.NODE_COMPILE_CACHE ??= resolve('.stryker/compiled')

const { positionals } = parseArgs({ allowPositionals: true })
const stored: Record<string, number> = JSON.parse(readFileSync(scoresFile, 'utf8'))
const tallies: Record<string, Tally> = {}
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const results = await mutate(name, parts[name] ?? [name])
  requireReasons(results)
  tallies[name] = tally(results.map(({ status }) => status))
}
console.table(
  Object.fromEntries(
    Object.entries(tallies).map(([name, counts]) => [name, { ...counts, score: `${scoreOf(counts)} %` }]),
  ),
)

const scores = Object.fromEntries(
  Object.entries(tallies).flatMap(([name, counts]) => (parts[name] ? [[name, scoreOf(counts)]] : [])),
)
writeFileSync(scoresFile, `${JSON.stringify(raised(scores, stored), null, 2)}\n`)
const problems = problemsOf(scores, stored)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

async function mutate(name: string, files: readonly string[]): Promise<Results> {
  const incrementalFile = `.stryker/${name.replaceAll('/', '-')}.json`
  forgetSurvivors(incrementalFile)
  process.env.MUTATION_TESTS = [...new Set(files.flatMap(testsOf))].join(',')
  const results = await new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    // A mutant in code that runs while a module loads is noticed only by tests that import it.
    vitest: { configFile: 'test/mutation/vitest.config.ts', pool: 'forks', related: true },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // For what hangs, not for what a busy machine does slowly: a mutant that runs into it counts as noticed.
    timeoutMS: 60_000,
    incremental: true,
    incrementalFile,
    tempDirName: '.stryker/sandboxes',
    ignorePatterns: ['/test', '!/test/mutation', 'dist', 'screenshots', 'snapshots'],
    // Stryker would rewrite `tsconfig.json` with a TypeScript API that version 7 does not have.
    tsconfigFile: 'none',
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
  }).runMutationTest()
  // It also returns what it remembers of files that are no longer listed.
  const listed = new Set(files.map((file) => resolve(file)))
  return results.filter(({ fileName }) => listed.has(resolve(fileName)))
}

/** Retries surviving mutants of code that runs while a module loads. Stryker does not know which new tests may notice them. */
function forgetSurvivors(incrementalFile: string): void {
  if (!existsSync(incrementalFile)) return
  const report: { files: Record<string, { mutants: { static?: boolean; status: string }[] }> } = JSON.parse(
    readFileSync(incrementalFile, 'utf8'),
  )
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter((mutant) => !(mutant.static && mutant.status === 'Survived'))
  }
  writeFileSync(incrementalFile, JSON.stringify(report))
}

/** Returns the test beside a file, or else those in its folder. */
function testsOf(file: string): string[] {
  const test = file.replace(/\.ts$/, '.test.ts')
  const tests = existsSync(test) ? [test] : globSync(`${dirname(file)}/*.test.ts`).sort()
  if (tests.length === 0) throw new Error(`${file} has no test in its folder.`)
  return tests
}

function requireReasons(results: Results): void {
  const without = results.find(
    ({ status, statusReason }) => status === 'Ignored' && statusReason === 'Ignored using a comment',
  )
  if (without) throw new Error(`${without.fileName} excludes a mutant without a reason.`)
}
