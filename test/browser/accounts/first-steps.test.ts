import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { publishGoal } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('a new person names the organization, begins a goal with a template, and invites somebody, by keyboard', async () => {
  const ann = await world.person('Ann Lee')
  const page = await world.open(ann)
  await page.goto('/home')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByLabel('Name of the organization').fill('  ')
  await page.keyboard.press('Enter')
  await steps.getByText('Enter a name.').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await steps.getByLabel('Name of the organization').fill('Hill & Valley')
  await page.keyboard.press('Enter')
  await steps.getByRole('heading', { name: 'Name the organization (done)' }).waitFor()
  await page.getByRole('button', { name: 'Organization: Hill & Valley' }).waitFor()

  await steps.getByRole('link', { name: 'Finish a project' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New goal' }).waitFor()
  const description = page.getByLabel('Description', { exact: true })
  await expect.poll(() => description.inputValue()).toContain('Who decides that it is done')
  await description.fill('Finish the bridge.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Finish the bridge' }).waitFor()
  const { goals } = await ann.api.listGoals()
  expect(goals).toMatchObject([
    {
      cadence: { everyDays: 7 },
      criteria: [{ title: 'All parts are delivered' }, { title: 'Nothing old is left' }],
      measures: [{ title: 'Parts delivered', unit: '%', start: 0, target: 100 }],
    },
  ])

  await page.goto('/home')
  await steps.getByRole('heading', { name: 'Publish a first goal (done)' }).waitFor()
  await steps.getByRole('link', { name: 'Invite people' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  await join(ann, await world.person('Ben'))
  await page.goto('/home')
  await page.getByRole('heading', { name: 'What needs you' }).waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => steps.count()).toBe(0)
})

test('the steps can be hidden, and stay hidden', async () => {
  const cy = await world.person('Cy')
  const page = await world.open(cy)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Hide these steps' }).press('Enter')
  await page.reload()
  await page.getByText('You have no active goals').waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
})

test('people whose organization has goals, and members, see no steps', async () => {
  const dee = await world.person('Dee')
  await publishGoal(dee.api, 'Already here.')
  const eve = await world.person('Eve')
  const fay = await world.person('Fay')
  await join(eve, fay)
  for (const person of [dee, fay]) {
    const page = await world.open(person)
    await page.goto('/home')
    await page.getByRole('heading', { name: 'What needs you' }).waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
  }
})

test('a template fills an empty form, and starting over empties it', async () => {
  const gus = await world.person('Gus')
  const page = await world.open(gus)
  await page.goto('/goals/new')
  await page.getByRole('button', { name: 'Improve a number' }).press('Enter')
  const description = page.getByLabel('Description', { exact: true })
  await expect.poll(() => description.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Improve a number' }).count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter a number').first().waitFor()
  await page.getByText('Fill in what stands for “…”, or delete it: “Bring … from … to …”').waitFor()
  await page.reload()
  await expect.poll(() => description.inputValue()).toContain('How it is measured')
  await page.getByRole('button', { name: 'Start over' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).press('Enter')
  await expect.poll(() => description.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Improve a number' }).waitFor()
  await page.goto('/goals/new?template=nonsense')
  await expect.poll(() => description.inputValue()).toBe('')
})
