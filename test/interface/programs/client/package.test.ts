import { readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { buildClient } from '@cairn/client/build/build'
import { signatureOf } from '@cairn/domain/programs/webhooks/message/signature'
import { newWebhookSecret } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { testsAll } from '../../../support/test-all.ts'
import { installPacked, nodes, type Packed, root, runIn, tool } from '../support/packed.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)

const readme = await readFile(`${root}packages/client/README.md`, 'utf8')
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

/** Calls the receiver of the examples with the message in the environment. */
const delivery = `
const { SENT = '' } = process.env
const response = await receive(new Request('https://hooks.example.com', { method: 'POST', ...JSON.parse(SENT) }))
console.log('Received', response.status)
`

let installed: Packed

beforeAll(async () => {
  installed = await installPacked(buildClient)
  const code = stripTypeScriptTypes(examples.join('\n')) + delivery
  await writeFile(path.join(installed.folder, 'examples.js'), code)
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
    expect(examples).toHaveLength(8)
    const goal = await createGoal(ada, { title: `Goal of ${name}` })
    const webhookSecret = newWebhookSecret()
    const environment = {
      CAIRN_ORIGIN: service.origin,
      CAIRN_TOKEN: secret,
      CAIRN_WEBHOOK_SECRET: webhookSecret,
      SENT: JSON.stringify(messageBy(webhookSecret)),
    }
    const { code, stdout, stderr } = await runIn(installed.folder, [node, 'examples.js'], environment)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Ada in ')
    expect(stdout).toContain('Revision 2')
    expect(stdout).toContain(`goal.reported ${goal.title}`)
    expect(stdout).toContain('No such goal')
    expect(stdout).toContain('Halve the paper two days late\nReceived 204')
  })
})

/** A delivery, as the service signs it now. */
function messageBy(webhookSecret: string) {
  const seconds = Math.floor(Date.now() / 1_000)
  const goal = { id: '0e6b2b9c-93c4-4c0e-8f5c-0f6d3a1b7e55', title: 'Halve the paper' }
  const data = { id: 'm', type: 'goal.reported', goal, data: { summary: 'two days late' } }
  const body = JSON.stringify({ type: data.type, timestamp: new Date().toISOString(), data })
  const headers = {
    'webhook-id': 'm',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf([webhookSecret], 'm', seconds, body),
  }
  return { headers, body }
}

/** Runs the strictest compiler over files, with these types of the platform only. Returns what it says. */
async function compile(files: string[], libraries: string, types: string): Promise<string> {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', libraries]
  const strictest = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
  const platform = ['--types', types, '--typeRoots', `${root}node_modules/@types`]
  const command = [tool('tsc'), ...options, ...strictest, ...platform, ...files] as const
  return (await runIn(installed.folder, [...command])).stdout
}

/** A program that uses the types of the package without a platform. */
const program = `import {
  CairnApiError, CairnWebhookError, createCairnClient, type FetchResponse, type Goal, verifyWebhook, type WebhookMessage,
} from '@cairn/client'

export const cairn = createCairnClient({ origin: 'https://cairn.example.com', token: async () => 'secret', pause: async () => {} })
export async function titles(): Promise<string[]> {
  const found: string[] = []
  for await (const goal of cairn.goals({ status: ['active'] })) found.push(goal.title satisfies Goal['title'])
  for await (const { userId, at } of cairn.acknowledgements('id', 2)) found.push(userId, at)
  for await (const { event, cursor } of cairn.events({ follow: false })) found.push(event.type, cursor ?? '')
  return found
}
export async function work(): Promise<string | number> {
  const next = await cairn.claimNext({ runId: 'run' })
  if (next.goal === null) return next.retryAfterSeconds
  const stop = (signal: { readonly aborted: boolean }) => signal.aborted
  return cairn.withClaim(next, async ({ goal, signal }) => (stop(signal) ? 0 : goal.title))
}
export async function report(): Promise<number> {
  try {
    return (await cairn.report('id', { summary: 'Done', details: 'All.' }, { onConflict: () => true })).revision
  } catch (error) {
    return error instanceof CairnApiError ? error.status : 0
  }
}
export const own = createCairnClient({
  origin: 'https://cairn.example.com',
  fetch: async (url, { method, headers, body, signal }): Promise<FetchResponse> => {
    signal.throwIfAborted()
    return { status: 200, headers: { get: (name) => headers[name] ?? null }, text: async () => \`\${url}\${method}\${body}\` }
  },
})
function summaryOf(message: WebhookMessage): string | null {
  if (message.type === 'goal.reported') return message.data.data.summary
  if (message.type === 'webhook.test') return message.data.goal satisfies null
  // @ts-expect-error Not every type has a summary.
  return message.data.data.summary
}
export async function receive(headers: Record<string, string>, body: Uint8Array): Promise<string | null> {
  try {
    return summaryOf(await verifyWebhook({ secret: ['whsec_new', 'whsec_old'], headers, body }))
  } catch (error) {
    return error instanceof CairnWebhookError ? error.problem : null
  }
}
`
/** A program that passes values of the platform. */
const passing = `
export const passing = createCairnClient({
  origin: 'https://cairn.example.com',
  fetch: globalThis.fetch,
  pause: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
})
export const health = cairn.getHealth(undefined, { signal: AbortSignal.timeout(1_000) })
export const wrapped = createCairnClient({ origin: 'https://cairn.example.com', fetch: (url, init) => fetch(url, init) })
export const verify = async (request: Request) =>
  verifyWebhook({ secret: 'whsec_x', headers: request.headers, body: await request.text() })
`
const ofNode = `
import type { IncomingMessage } from 'node:http'
export const verifyIncoming = ({ headers }: IncomingMessage, body: Buffer) => verifyWebhook({ secret: 'whsec_x', headers, body })
`

it.each([
  ['no platform', program, [], 'es2023', ''],
  ['browsers', program + passing, ['examples.ts'], 'es2023,dom', ''],
  ['Node', program + passing + ofNode, [], 'es2023', 'node'],
])(
  'has types, and examples, that a strict compiler takes with the types of %s alone',
  async (name, code, others, libraries, types) => {
    const file = `${name.replace(' ', '-')}.ts`
    await writeFile(path.join(installed.folder, file), code)
    expect(await compile([file, ...others], libraries, types)).toBe('')
  },
)

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
  expect(code?.length).toBeLessThan(40 * 1024)
  expect(types?.length).toBeLessThan(128 * 1024)
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
