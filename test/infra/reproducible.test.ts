import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { buildFunction } from '../../infra/bundling/build.ts'
import { synthesize, synthesizeAnew, synthLimit } from './support/synth.ts'

it(
  'a second synth of the same tree has the same template and assets',
  () => {
    const [first, second] = [
      synthesize({}, { functions: 'built' }),
      synthesizeAnew({}, { functions: 'built' }),
    ].map(({ directory }) => {
      const read = (name: string) =>
        JSON.parse(readFileSync(path.join(directory, `Cairn-dev.${name}.json`), 'utf8'))
      return { template: read('template'), files: Object.keys(read('assets').files) }
    })
    expect(second).toEqual(first)
  },
  synthLimit,
)

it('a function is byte-identical in every build, and its source map names relative paths', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => buildFunction('goals', { provider: 'email', email: 'ses' })),
  )
  expect(second?.files).toEqual(first?.files)
  const map = JSON.parse(
    Buffer.from(first?.files.find(({ name }) => name.endsWith('.map'))?.contents ?? []).toString(),
  )
  expect(map.sources).toContain('packages/domain/src/goals/delete-goal.ts')
  for (const source of map.sources) expect(source).not.toMatch(/^(\/|\.\.)/)
})
