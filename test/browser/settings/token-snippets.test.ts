/** The snippets beside a new API token: commands, code and configurations that work as they are. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createGoal } from '../../support/people/goals.ts'
import { findings } from '../support/axe.ts'
import { expectFocus, pressEnter } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'

import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})
const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))

/** Creates a token on the page, and returns its secret. */
async function newSecret(page: Page): Promise<string> {
  await page.goto('/settings/api-tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Nightly report')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('is ready').waitFor()
  return page.getByLabel('Secret').inputValue()
}

const shownCode = (page: Page) => page.locator('pre:visible').innerText()

test('the command, the code and the configurations work, chosen with the keyboard', async () => {
  const ann = await world.person('Ann')
  const goal = await createGoal(ann)
  await showTo(page, ann, '/settings/appearance')
  const secret = await newSecret(page)
  const { origin } = world.service

  await page.getByRole('tab', { name: 'curl' }).focus()
  const command = (await shownCode(page)).replace('curl ', 'curl -sS ')
  const { stdout: me } = await run('sh', ['-c', command])
  expect(JSON.parse(me)).toMatchObject({
    user: { displayName: 'Ann' },
    credential: { name: 'Nightly report' },
  })

  await page.keyboard.press('ArrowRight')
  await expectFocus(page, 'TypeScript')
  const code = await shownCode(page)
  expect(code).not.toContain(secret)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: here, // From where the package is found.
    env: { ...process.env, CAIRN_TOKEN: secret },
  })
  expect(stdout).toContain('Ann in ')
  expect(stdout).toContain(goal.title)

  await page.keyboard.press('End')
  await expectFocus(page, 'Agent \\(MCP\\)')
  const { mcpServers } = JSON.parse(await shownCode(page))
  await page.keyboard.press('ArrowLeft')
  await expectFocus(page, 'VS Code')
  const { servers } = JSON.parse(await shownCode(page))
  expect(servers).toEqual(mcpServers)
  const { type, url, headers } = mcpServers.cairn
  expect([type, url]).toEqual(['http', `${origin}/mcp`])
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"find_goals"')])
})

test('has no violations, and leaves the secret nowhere', async () => {
  const bea = await world.person('Bea')
  const page = await world.open(bea, { permissions: ['clipboard-read', 'clipboard-write'] })
  const secret = await newSecret(page)
  for (const name of ['curl', 'TypeScript', 'Codex CLI', 'Agent (MCP)', 'VS Code']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect.poll(() => findings(page), { message: name }).toEqual([])
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect([name, width, scrollWidth]).toEqual([name, width, clientWidth])
    }
  }
  const code = await shownCode(page)
  await pressEnter(page, 'Copy: VS Code')
  await page.getByText('Copied.').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state]),
  )
  expect(kept).not.toContain(secret)
  await page.reload()
  await page.getByText('Never used').waitFor()
  expect(await page.content()).not.toContain(secret)
})
