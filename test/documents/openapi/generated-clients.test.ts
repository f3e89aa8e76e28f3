/** Clients that integrators generate from the document: they compile, and send what the service takes. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** The calls of a program with a generated client, whatever that looks like. */
type Program = (origin: string, token: string) => Promise<unknown>

/** `@hey-api/openapi-ts` writes a function for each operation. It reads from the document how lists are sent. */
const heyApi = `
import { client } from './hey-api/client.gen'
import { createGoal, createGoalLabel, createGoalUpdate, getGoal, listGoals, updateGoal } from './hey-api/sdk.gen'

export const heyApi = async (origin: string, token: string) => {
  client.setConfig({
    baseUrl: origin,
    throwOnError: true,
    auth: ({ scheme }) => (scheme === 'bearer' ? token : undefined),
  })
  const make = async (title: string, report: { status: 'active' | 'paused'; health: 'on_track' | 'at_risk' | null }) => {
    const { data } = await createGoal({
      body: { title, detailedDescription: title, timeframe: { kind: 'continuous' } },
      headers: { 'Idempotency-Key': title },
      throwOnError: true,
    })
    const { id, revision } = data.goal
    const body = { ...report, summary: title, details: title, expectedRevision: revision, idempotencyKey: title }
    await createGoalUpdate({ path: { goalId: id }, body, throwOnError: true })
    return id
  }
  const id = await make('One', { status: 'active', health: 'at_risk' })
  await make('Two', { status: 'active', health: 'on_track' })
  await make('Three', { status: 'paused', health: 'on_track' })
  const { data: labeled } = await createGoalLabel({ body: { name: 'Generated' }, throwOnError: true })
  await updateGoal({ path: { goalId: id }, body: { labelIds: [labeled.label.id] }, throwOnError: true })
  const { data: read } = await getGoal({ path: { goalId: id }, throwOnError: true })
  const titlesOf = async (query: NonNullable<Parameters<typeof listGoals>[0]>['query']) => {
    const { data } = await listGoals({ query, throwOnError: true })
    return data.goals.map(({ title }) => title).sort()
  }
  const missing = await getGoal({ path: { goalId: crypto.randomUUID() }, throwOnError: false })
  return {
    labels: read.goal.labels.map(({ name }) => name),
    several: await titlesOf({ status: ['active', 'paused'], health: ['on_track'] }),
    both: await titlesOf({ status: ['active'], health: ['on_track', 'at_risk'], limit: 5 }),
    missing: missing.error?.error,
  }
}`

/** `openapi-fetch` has types only, so it must be told how lists are sent. */
const openapiFetch = `
import createClient from 'openapi-fetch'
import type { paths } from './types'

export const openapiFetch = async (origin: string, token: string) => {
  const api = createClient<paths>({
    baseUrl: origin,
    headers: { authorization: \`Bearer \${token}\` },
    querySerializer: { array: { style: 'form', explode: false } },
  })
  const titlesOf = async (query: paths['/v1/goals']['get']['parameters']['query']) => {
    const { data } = await api.GET('/v1/goals', { params: { query } })
    return data?.goals.map(({ title }) => title).sort()
  }
  const { data: labels } = await api.GET('/v1/goal-labels')
  const missing = await api.GET('/v1/goals/{goalId}', { params: { path: { goalId: crypto.randomUUID() } } })
  return {
    labels: labels?.labels.map(({ name }) => name),
    several: await titlesOf({ status: ['active', 'paused'], health: ['on_track'] }),
    both: await titlesOf({ status: ['active'], health: ['on_track', 'at_risk'], limit: 5 }),
    missing: missing.error?.error,
  }
}`

let service: TestService
let token: string
let folder: string
let programs: { heyApi: Program; openapiFetch: Program }

beforeAll(async () => {
  service = await startTestService()
  token = (await createToken(await signIn(service, { email: 'ada@example.com', displayName: 'Ada' }))).secret
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-generated-'))
  const document = path.join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${service.origin}/openapi.json`)).text())
  await generate(document)
  await writeFile(path.join(folder, 'programs.ts'), `${heyApi}\n${openapiFetch}`)
  const outfile = path.join(folder, 'programs.mjs')
  const entryPoints = [path.join(folder, 'programs.ts')]
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', nodePaths: [modules] })
  programs = await import(outfile)
})

afterAll(async () => {
  await service?.stop()
  if (folder) await rm(folder, { recursive: true })
})

/** Runs both generators. Their types would need another TypeScript than ours, so they are named in variables. */
async function generate(document: string): Promise<void> {
  const [heyApiName, openapiTypescriptName] = ['@hey-api/openapi-ts', 'openapi-typescript']
  const { createClient } = await import(heyApiName as string)
  await createClient({
    input: document,
    output: { path: path.join(folder, 'hey-api') },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  })
  const { default: createTypes, astToString } = await import(openapiTypescriptName as string)
  await writeFile(
    path.join(folder, 'types.ts'),
    astToString(await createTypes(new URL(`file://${document}`))),
  )
}

it('compile without errors', async () => {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'DOM', 'DOM.Iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    paths: { 'openapi-fetch': [path.join(modules, 'openapi-fetch')] },
  }
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['programs.ts'] }),
  )
  const compile = promisify(execFile)(process.execPath, [path.join(modules, '.bin/tsc'), '-p', folder])
  const { stdout } = await compile.catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

const results = { several: ['Three', 'Two'], both: ['One', 'Two'], missing: 'goal_not_found' }

it('of @hey-api/openapi-ts create, report, edit, and list goals with several statuses and healths', async () => {
  expect(await programs.heyApi(service.origin, token)).toEqual({ ...results, labels: ['Generated'] })
})

it('of openapi-fetch list them if they are told to use commas', async () => {
  expect(await programs.openapiFetch(service.origin, token)).toEqual({ ...results, labels: ['Generated'] })
})

it('a repeated parameter is refused, which would be read differently elsewhere', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${service.origin}/v1/goals?status=active&status=paused`, { headers })
  expect([response.status, await response.json()]).toMatchObject([400, { details: [{ path: 'status' }] }])
})
