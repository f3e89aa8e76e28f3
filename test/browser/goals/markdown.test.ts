import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** If one of these runs, it calls `attacked()`, which the test counts. */
const attacks = [
  '<script>attacked()</script>',
  '<img src=x onerror="attacked()">',
  '<svg onload="attacked()"><a xlink:href="javascript:attacked()"><text>t</text></a></svg>',
  '<iframe srcdoc="<script>parent.attacked()</script>"></iframe>',
  '<details open ontoggle="attacked()"><summary>x</summary></details>',
  '[link](javascript:attacked())',
  '[link](JaVaScRiPt:attacked())',
  '[link](java&#10;script:attacked())',
  '[link](data:text/html,<script>attacked()</script>)',
  '[link](vbscript:attacked())',
  '<javascript:attacked()>',
  '[ref]\n\n[ref]: javascript:attacked()',
  '![image](javascript:attacked())',
  '![image](data:image/svg+xml,<svg%20onload="attacked()"/>)',
  '![image](https://tracker.test/pixel.png)',
  '[link](https://example.com" onmouseover="attacked())',
  '<a href="x" onclick="attacked()">click</a>',
  '<style>body{display:none}</style><base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test/">',
  '<form action="javascript:attacked()"><input autofocus onfocus="attacked()"></form>',
]

const deep = [
  `${'>'.repeat(20_000)} deep`,
  `${'- '.repeat(5_000)}deep`,
  `${'['.repeat(50_000)}deep`,
  `${'*a _b '.repeat(15_000)}deep`,
  Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n'),
]

/** Returns the processor seconds of the page's main thread, which do not depend on the machine's load. */
async function watchProcessorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
}

test('does not execute anything in descriptions, criteria, reports, titles, names, or labels', async () => {
  const name = '<img src=x onerror=attacked()>'
  const ann = await world.person('Ann')
  const { label } = await ann.api.createGoalLabel({
    body: { name, color: 'red;background:url(x)', description: name },
  })
  await ann.api.updateOrganization({ body: { name } })
  const goal = await publishGoal(ann.api, attacks.join('\n\n'), {
    title: '<script>attacked()</script> in a title',
    labelIds: [label.id],
    criteria: [{ title: name, description: attacks.join('\n\n') }],
  })
  await reportOn(ann.api, goal.id, { summary: name, details: attacks.slice(0, 6).join('\n\n') })

  const page = await world.open(ann)
  let attacked = 0
  await page.exposeFunction('attacked', () => {
    attacked += 1
  })
  const origins: string[] = []
  page.on('request', (request) => origins.push(new URL(request.url()).origin))
  for (const path of [
    `/goals/${goal.id}`,
    '/goals',
    '/home',
    '/labels',
    '/settings/members',
    '/settings/account',
  ]) {
    await page.goto(path)
    await page.getByText('attacked()').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const dangers = await page.evaluate(() => {
      const inside = document.querySelector('#root')
      return [...(inside?.querySelectorAll('*') ?? [])].flatMap((element) => {
        const names = element.getAttributeNames()
        const isForbidden = /^(script|iframe|img|form|base|meta|style|object|embed)$/i.test(element.tagName)
        const isBad =
          (isForbidden && element.closest('.prose') !== null) ||
          names.some((attribute) => attribute.startsWith('on')) ||
          (element instanceof HTMLAnchorElement && !/^(https?|mailto):$/.test(element.protocol))
        return isBad ? [element.outerHTML] : []
      })
    })
    expect(dangers, path).toEqual([])
  }
  for (const link of await page.locator('.prose a').all()) await link.hover()
  expect(attacked).toBe(0)
  expect(new Set(origins)).toEqual(new Set([world.service.origin]))
})

test.each(deep.map((text) => [`${text.slice(0, 12)} … (${text.length} characters)`, text]))(
  'shows %s as plain text',
  async (_, text) => {
    const bo = await world.person(`Bo ${text.length}`)
    const goal = await publishGoal(bo.api, text, { title: 'Deep' })
    const page = await world.open(bo)
    const processorSeconds = await watchProcessorTime(page)
    await page.goto(`/goals/${goal.id}`)
    await page.getByText('Shown as plain text').waitFor()
    expect(await processorSeconds()).toBeLessThan(5)
  },
)

test('never shows the source before the rendered text, and does not shift the layout', async () => {
  const dee = await world.person('Dee')
  const text = `Some **strong** words.\n\n${'- one\n- two\n\n'.repeat(10)}`
  const goal = await publishGoal(dee.api, text, { title: 'Slow' })
  const page = await world.open(dee)
  /** Records whether a frame shows the source, and where the description ends. */
  await page.addInitScript(() => {
    Object.assign(window, { marks: 0, ends: new Set<number>() })
    const look = () => {
      if (document.body?.innerText.includes('**strong**')) Reflect.set(window, 'marks', 1)
      const history = document.querySelector('#history')
      if (history) Reflect.get(window, 'ends').add(history.getBoundingClientRect().top)
      requestAnimationFrame(look)
    }
    look()
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/rendered-markdown-*.js', async (route) => {
    await released
    await route.continue()
  })
  const goalIsThere = page.waitForResponse(`**/v1/goals/${goal.id}`)
  await page.goto(`/goals/${goal.id}`)
  await (await goalIsThere).finished()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'Loading' }).count()).toBeGreaterThan(0)
  release()
  await page.locator('strong', { hasText: 'strong' }).waitFor()
  await page.getByText('Goal published', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'marks'))).toBe(0)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'ends').size)).toBe(1)
})

test('shows plain text if the renderer cannot be loaded', async () => {
  const eve = await world.person('Eve')
  const goal = await publishGoal(eve.api, 'Some **strong** words.', { title: 'Plain' })
  const page = await world.open(eve)
  await page.route('**/assets/rendered-markdown-*.js', (route) => route.abort())
  await page.goto(`/goals/${goal.id}`)
  await page.getByText('Some **strong** words.').waitFor()
})

test('renders ordinary Markdown, with links that do not reveal the page', async () => {
  const cy = await world.person('Cy')
  const text =
    '# Plan\n\n- [x] done\n- [ ] open\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n[the plan](https://example.com/plan) and ~~not~~ `code`'
  const goal = await publishGoal(cy.api, text, { title: 'Ordinary' })
  const page = await world.open(cy)
  await page.goto(`/goals/${goal.id}`)
  await page.getByRole('heading', { name: 'Plan', level: 3 }).waitFor()
  await page.getByRole('img', { name: 'done', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('cell').allTextContents()).toEqual(['1', '2'])
  const link = page.getByRole('link', { name: 'the plan' })
  await expect.poll(() => link.getAttribute('rel')).toBe('noreferrer nofollow')
  await expect.poll(() => link.getAttribute('href')).toBe('https://example.com/plan')
})
