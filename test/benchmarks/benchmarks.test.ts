import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runScript } from '../support/service/child-process.ts'
import { parts } from './parts.ts'

const script = fileURLToPath(new URL('bench.ts', import.meta.url))
const bench = (...names: string[]) => runScript(script, names, { BENCH_QUICK: '1' })

/** Checks that the quickest parts work, but not their times, which mean nothing on a machine that runs tests. */
describe('npm run bench', () => {
  it.each(['http', 'start', 'pages', 'cpu', 'units', 'background', 'fleet'] as const)(
    'measures %s',
    { timeout: 60_000 },
    async (name) => {
      const { code, stdout, stderr } = await bench(name)
      expect(stderr.replaceAll(/^FAILED: .*\n/gm, '')).toBe('')
      expect(code).toBe(0)
      expect(stdout).toContain(parts[name].title)
      // A head, a rule, and at least one row.
      expect(stdout).toMatch(/^\|.*\|\n\|[ :|-]+\|\n\|.*\|$/m)
      expect(stdout).not.toMatch(/NaN|undefined/)
    },
  )

  it('refuses an unknown part', async () => {
    const { code, stderr } = await bench('https')
    expect(code).toBe(2)
    expect(stderr).toContain('Unknown part: https.')
  })
})
