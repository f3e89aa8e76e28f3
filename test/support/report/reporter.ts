import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { guardsCommit } from '../../runs/commit.vitest.config.ts'
import { excessesOf, type FileRun, summaryOf } from './run-report.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Pages of the app that the test loaded: the dearest thing that a test does. */
    pageLoads?: number
  }
}

/**
 * Ends a run with its slowest files. With `CI` in the environment, a run of all that `npm test` runs, alone or with the rest, fails if
 * that exceeds a limit. A run of a part has no limits, because shares mean nothing in it.
 */
export default class RunReporter implements Reporter {
  #vitest: Vitest | undefined
  #hasLimits = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const vitest = this.#vitest
    if (!vitest) return
    const all = await vitest.globTestSpecifications()
    const isWhole = specifications.length === all.length && !vitest.getGlobalTestNamePattern()
    const guardsCommits = /\/(?:commit|ci)\.vitest\.config\.ts$/.test(vitest.vite.config.configFile ?? '')
    this.#hasLimits = guardsCommits && isWhole && Boolean(process.env.CI)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(fileRunOf)
    if (files.length < 2) return
    const log = this.#vitest?.logger
    log?.log(`${summaryOf(files).join('\n')}\n`)
    const excesses = this.#hasLimits ? excessesOf(files.filter(({ file }) => guardsCommit(file))) : []
    if (excesses.length === 0) return
    log?.error(`${excesses.join('\n')}\n`)
    process.exitCode = 1
  }
}

function fileRunOf(module: TestModule): FileRun {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  const pageLoads = [...module.children.allTests()].map((test) => test.meta().pageLoads ?? 0)
  return {
    file: module.relativeModuleId,
    seconds: (setupDuration + collectDuration + duration) / 1000,
    pageLoads: pageLoads.reduce((sum, loads) => sum + loads, 0),
  }
}
