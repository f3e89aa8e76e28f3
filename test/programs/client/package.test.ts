import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildClient } from '@cairn/client/build/build'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { testsAll } from '../../support/test-all.ts'
import { type Installed, installPacked, nodes, root, runIn, tool } from '../support/packed.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)

const readme = await readFile(`${root}packages/client/README.md`, 'utf8')
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

let installed: Installed

beforeAll(async () => {
  installed = await installPacked(buildClient)
  await writeFile(path.join(installed.folder, 'examples.js'), examples.join('\n'))
  // The examples are of Node, whose types the folder does not have.
  const node = 'declare const process: { env: Record<string, string | undefined> }\n'
  await writeFile(path.join(installed.folder, 'examples.ts'), node + examples.join('\n'))
})
afterAll(() => installed.stop())

const packageFile = (name: string) =>
  readFile(path.join(installed.folder, 'node_modules/@cairn/client', name), 'utf8')

describe.each(nodes)('on %s', (name, node) => {
  it('is that version', async () => {
    const { stdout } = await runIn(root, [node, '--version'])
    expect(stdout).toMatch(`v${name.replace('Node ', '')}.`)
  })

  it('runs all examples of its README', async () => {
    expect(examples).toHaveLength(5)
    const goal = await createGoal(ada, { title: `Goal of ${name}` })
    const environment = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }
    const { code, stdout, stderr } = await runIn(installed.folder, [node, 'examples.js'], environment)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Ada in ')
    expect(stdout).toContain('Revision 2')
    expect(stdout).toContain(`goal.reported ${goal.title}`)
    expect(stdout).toContain('No such goal')
  })
})

it('has types that a strict compiler takes, with those of browsers alone', async () => {
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ]
  const types = ['--types', '', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const { stdout } = await runIn(installed.folder, [tool('tsc'), ...options, ...types, 'examples.ts'])
  expect(stdout).toBe('')
})

it('refuses what the API would refuse', async () => {
  const wrong = `import { createCairnClient } from '@cairn/client'
const cairn = createCairnClient({ origin: 'https://cairn.example.com' })
await cairn.report('id', { summary: 'No details' })
await cairn.listGoals({ query: { status: ['done'] } })
await cairn.revokeApiToken()
`
  await writeFile(path.join(installed.folder, 'wrong.ts'), wrong)
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', '']
  const { stdout } = await runIn(installed.folder, [tool('tsc'), ...options, 'wrong.ts'])
  const lines = stdout.split('\n').filter((line) => line.startsWith('wrong.ts'))
  expect(lines.map((line) => Number(/\((\d+),/.exec(line)?.[1]))).toEqual([3, 4, 5])
})

it('carries nothing of the repository, no schemas and nothing of Node', async () => {
  const [code, types, manifest] = await Promise.all(
    ['index.js', 'generated.d.ts', 'package.json'].map(packageFile),
  )
  expect(code).not.toMatch(/from ['"]|require\(|zod|node:/)
  expect(types).not.toMatch(/zod|@cairn\/contract/)
  expect(JSON.parse(manifest ?? '')).not.toHaveProperty('dependencies')
  expect(code?.length).toBeLessThan(32 * 1024)
  expect(types?.length).toBeLessThan(96 * 1024)
})

/** Only the manifest can break it, whose paths the tests above resolve: the more costly one runs with all tests. */
const lintings: [name: string, parameters: string[]][] = [
  ['publint', ['--strict']],
  ...(testsAll ? [['attw', ['--profile', 'esm-only']] satisfies [string, string[]]] : []),
]

it.each(lintings)('%s finds nothing', async (name, parameters) => {
  const { code, stdout } = await runIn(root, [process.execPath, tool(name), ...parameters, installed.tarball])
  expect(code, stdout).toBe(0)
})
