/** The most common tasks by keyboard alone, with the number of keys that the README of the web app gives. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** A task: typed text is in quotes, everything else is keys. `wait` is for what a person sees before going on. */
type Step = string | ((page: Page) => Promise<unknown>)

/** Does it, and returns how many keys it took besides text. */
async function keysOf(page: Page, steps: readonly Step[]): Promise<number> {
  let keys = 0
  for (const step of steps) {
    if (typeof step === 'function') await step(page)
    else if (step.startsWith('"')) await page.keyboard.type(step.slice(1, -1))
    else {
      await page.keyboard.press(step)
      keys += 1
    }
  }
  return keys
}

/** The table of keys in the README: task and number. */
async function promised(): Promise<Record<string, number>> {
  const readme = await readFile(new URL('../../../packages/web/README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| ([^|]+?) \| [^|]+ \| (\d+) \|$/gm)]
  return Object.fromEntries(rows.map(([, task = '', keys]) => [task, Number(keys)]))
}

test('ten common tasks take as many keys as the README says', async () => {
  const ann = await world.person('Ann')
  const ben = await world.person('Ben')
  await join(ann, ben)
  await createLabel(ann.api, 'Quality')
  const goal = await publishGoal(ann.api, 'Answer within a day.')
  await publishGoal(ann.api, 'Halve the paper.')
  await reportOn(ann.api, goal.id, { health: 'at_risk' })
  const page = await world.open(ann)
  const saved = (text: string) => () => page.getByText(text, { exact: true }).waitFor()
  const shown = (name: string) => () => heading(page, name).waitFor()
  const focused = (name: string) => () => expect.poll(() => focusedName(page)).toBe(name)
  await page.goto('/home')
  await shown('Hello, Ann')()

  const counted: Record<string, number> = {}
  const count = async (task: string, ...steps: Step[]) => {
    counted[task] = await keysOf(page, steps)
  }
  await count(
    'Open a goal from anywhere',
    'Control+k',
    '"answer"',
    () => page.getByRole('option', { name: 'Answer within a day' }).waitFor(),
    'Enter',
    shown('Answer within a day'),
  )
  await count(
    'Report in one line',
    'u',
    focused('At risk'),
    'Tab',
    'Tab',
    '"Two people help."',
    'Enter',
    saved('Report sent.'),
  )
  await count('Rename a goal', 't', focused('Title'), '"Answer at once"', 'Enter', shown('Answer at once'))
  await count('Change the owner', 'o', focused('Find a person'), '"Ben"', 'Enter', saved('Owner saved.'))
  await count('Undo a change', 'Control+z', saved('Owner: change undone.'))
  await count(
    'Add a label',
    'l',
    focused('Filter labels'),
    '"qual"',
    () => page.getByLabel('Quality').waitFor(),
    'Tab',
    focused('Quality'),
    'Space',
    'Enter',
    saved('Labels saved.'),
  )
  await count(
    'Set a target date',
    'd',
    focused('Continuous'),
    'ArrowUp',
    'Tab',
    '"12242031"',
    'Enter',
    saved('Timeframe saved.'),
  )
  await count(
    'Publish a goal',
    'c',
    shown('New goal'),
    'd',
    '"Close the old office."',
    'Tab',
    'Tab',
    'ArrowDown',
    'Control+Enter',
    shown('Close the old office'),
  )
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await page.getByRole('link', { name: 'Halve the paper' }).waitFor()
  await count(
    'Filter by health',
    'f',
    'h',
    () => page.getByRole('menu').waitFor(),
    '"at"',
    focused('At risk'),
    'Enter',
    () => page.getByText('1 goal', { exact: true }).waitFor(),
  )
  await page.keyboard.press('Escape')
  // The focus returns to the button of the menu.
  await focused('Health is At risk')()
  await count(
    'Report in one line from the list',
    'j',
    focused('Answer at once'),
    's',
    () => page.getByRole('dialog').waitFor(),
    'Control+Enter',
    () => page.getByRole('dialog').waitFor({ state: 'detached' }),
  )
  expect(counted).toEqual(await promised())
})

function focusedName(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLInputElement)) return element?.textContent ?? undefined
    return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? undefined
  })
}
