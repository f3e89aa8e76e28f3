/** Programs in pages of another origin: with a token they do everything, with the cookie of whoever is signed in nothing. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from '@cairn/client/build/build'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { type Browser as Session, signIn } from '../../support/people/sign-in.ts'
import { begin, createBrowser, decide } from '../../support/requests/program.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { sharedChromium } from '../support/chromium.ts'

let service: TestService
let ann: Session
let elsewhere: Server
let page: Page

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-elsewhere-'))
  const bundled = build({
    entryPoints: [fileURLToPath(new URL('support/page-program.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  })
  const [client, inspector, browser, started] = await Promise.all([
    buildClient(folder).then((built) => readFile(path.join(built, 'index.js'), 'utf8')),
    bundled.then(({ outputFiles: [file] }) => file?.text),
    sharedChromium(),
    startTestService(),
  ])
  await rm(folder, { recursive: true })
  service = started
  ann = await signIn(service, { email: 'ann@example.com', displayName: 'Ann' })
  await createGoal(ann, { title: 'Answer within a day' })

  const scripts: Record<string, string | undefined> = { '/client.js': client, '/inspector.js': inspector }
  elsewhere = createServer(({ url = '' }, response) => {
    const script = scripts[url]
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script ?? '<!doctype html><html lang="en"><title>Elsewhere</title></html>')
  })
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  const context = await browser.newContext()
  page = await context.newPage()
  // A port does not separate cookies: the browser would send Ann's along.
  const [name = '', value = ''] = ann.cookie.split('=')
  await context.addCookies([{ name, value, url: service.origin }])
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`)
})

afterAll(async () => {
  await page?.context().close()
  elsewhere?.closeAllConnections()
  await new Promise((resolve) => elsewhere?.close(resolve))
  await service?.stop()
})

/** Runs a function of the page's, as text: Vitest would replace the import of a function. */
const inPage = (code: string, ...values: string[]): Promise<unknown> =>
  page.evaluate(`(async () => (${code})(...${JSON.stringify(values)}))()`)

test('the client package reads, reports, and learns why a token is refused', async () => {
  const { secret } = await createToken(ann)
  const result = await inPage(
    `async (origin, token) => {
      const { createCairnClient } = await import('/client.js')
      const cairn = createCairnClient({ origin, token })
      const [goal] = (await cairn.listGoals()).goals
      const { revision } = await cairn.report(goal.id, { summary: 'From elsewhere', details: 'All of it.' })
      const refused = await createCairnClient({ origin, token: 'cairn_x' }).getMe().catch((error) => error)
      return { title: goal.title, revision, status: refused.status, hasRequestId: refused.requestId?.length > 0 }
    }`,
    service.origin,
    secret,
  )
  expect(result).toEqual({ title: 'Answer within a day', revision: 2, status: 401, hasRequestId: true })
})

test('a page cannot use the session of whoever is signed in', async () => {
  const result = await inPage(
    `async (origin) => {
      const send = (path, init) => fetch(origin + path, init).then(
        async (response) => [response.status, (await response.json()).error ?? 'a result'],
        (error) => error.name)
      const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
      return {
        without: await send('/v1/goals', {}),
        included: await send('/v1/goals', { credentials: 'include' }),
        change: await send('/v1/goal-labels', { ...json, credentials: 'include' }),
        tool: await send('/mcp', { ...json, credentials: 'include' }),
        form: await send('/v1/auth/logout', { method: 'POST', mode: 'no-cors', credentials: 'include' }),
      }
    }`,
    service.origin,
  )
  expect(result).toEqual({
    without: [401, 'unauthorized'],
    included: 'TypeError',
    change: 'TypeError',
    tool: 'TypeError',
    form: 'TypeError',
  })
  // Nothing has ended or changed.
  expect((await ann.api.listGoalLabels()).labels).toEqual([])
})

test('the Inspector finds out how to connect, registers, and calls tools', async () => {
  const { origin } = service
  const started = await inPage(
    `async (origin) => { await import('/inspector.js'); return begin(origin) }`,
    origin,
  )
  const { error, address } = started as { error: string; address: string }
  expect(error).toMatch(/Unauthorized/)
  const browser = createBrowser(origin, ann)
  const returned = await decide(browser, origin, await begin(browser, address), {
    allow: true,
    organizationId: (await ann.api.getAuthSession()).activeOrganizationId,
    scopes: ['goals:read', 'goals:read:all'],
  })
  const code = returned.get('code') ?? ''
  await expect
    .poll(() => inPage('(origin, code) => connect(origin, code)', origin, code))
    .toMatchObject({
      server: 'cairn',
      tools: expect.any(Number),
      result: { structuredContent: { goals: [{ title: 'Answer within a day' }] } },
    })
})
