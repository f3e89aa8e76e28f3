import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { publishGoal } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

describe('labels', () => {
  test('are created, renamed, colored, and deleted; a rename shows in every goal', async () => {
    const ann = await world.person('Ann')
    await showTo(page, ann, '/settings/appearance')
    await show(page, '/labels')
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('Name').fill('Quality')
    await page.getByLabel('Teal').check({ force: true })
    await page.getByRole('button', { name: 'Create label' }).click()
    await page.getByRole('link', { name: 'Quality' }).waitFor()
    const { labels } = await ann.api.listGoalLabels()
    expect(labels[0]).toMatchObject({ name: 'Quality', color: '#1f8a85', description: null })
    await publishGoal(ann.api, 'A goal.', { labelIds: labels.map(({ id }) => id) })

    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('Name').fill('quality')
    await page.getByRole('button', { name: 'Create label' }).click()
    await page.getByText('A label with this name already exists. Choose another name.').waitFor()
    await page.getByLabel('Name').fill('Temporary')
    await page.getByRole('button', { name: 'Create label' }).click()
    await page.getByRole('button', { name: 'Edit Quality' }).click()
    await page.getByLabel('Name').fill('Quality first')
    await page.getByRole('button', { name: 'Save label' }).click()
    await page.getByRole('link', { name: 'Quality first' }).click()
    await page.getByRole('list', { name: 'Goals' }).getByText('Quality first').waitFor()

    await page.goBack()
    await page.getByRole('button', { name: 'Delete Temporary' }).click()
    await page.getByRole('button', { name: 'Delete label' }).click()
    await page.getByRole('link', { name: 'Temporary' }).waitFor({ state: 'detached' })
  })
})

describe('deleting a label', () => {
  const publishWithLabel = (session: Session, labelIds: string[], count: number) =>
    Promise.all(
      [...Array(count).keys()].map((index) => publishGoal(session.api, `Goal ${index}.`, { labelIds })),
    )

  test('lists the goals that use it instead of offering to delete it', async () => {
    const gil = await world.person('Gil')
    const { label } = await gil.api.createGoalLabel({ body: { name: 'Quality' } })
    await publishWithLabel(gil, [label.id], 6)
    await showTo(page, gil, '/settings/appearance')
    await show(page, '/labels')
    await page.getByRole('button', { name: 'Delete Quality' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'This label is in use' })
    await dialog.getByText('is on 6 goals. To delete it, remove it from those goals first.').waitFor()
    await expect
      .poll(() => dialog.getByRole('list', { name: 'Goals with this label' }).getByRole('link').count())
      .toBe(5)
    await expect.poll(() => dialog.getByRole('button', { name: 'Delete label' }).count()).toBe(0)
    await dialog.getByRole('link', { name: 'Show these goals' }).click()
    await page.getByText('6 goals', { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('labelId')).toBe(label.id)
    await page.goBack()
    await page.getByRole('button', { name: 'Delete Quality' }).click()
    const first = dialog.getByRole('list', { name: 'Goals with this label' }).getByRole('link').first()
    const title = (await first.textContent()) ?? ''
    await first.click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  })

  test('says so if a goal has started to use it', async () => {
    const hal = await world.person('Hal')
    const { label } = await hal.api.createGoalLabel({ body: { name: 'Quality' } })
    await showTo(page, hal, '/settings/appearance')
    await show(page, '/labels')
    await page.getByRole('button', { name: 'Delete Quality' }).click()
    await page.getByRole('button', { name: 'Delete label' }).waitFor()
    await publishWithLabel(hal, [label.id], 1)
    await page.getByRole('button', { name: 'Delete label' }).click()
    await page
      .getByRole('alert')
      .getByText('A goal now uses this label, so the label was not deleted.')
      .waitFor()
    await page.getByText('is on one goal.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete label' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('link', { name: 'Quality' }).waitFor()
  })

  test('does not offer to delete it if its goals cannot be loaded', async () => {
    const ida = await world.person('Ida')
    await ida.api.createGoalLabel({ body: { name: 'Quality' } })
    await showTo(page, ida, '/settings/appearance')
    await show(page, '/labels')
    await page.route('**/v1/goals?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Oops.' } }),
    )
    await page.getByRole('button', { name: 'Delete Quality' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Something went wrong on our side.').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Delete label' }).count()).toBe(0)
    await page.unroute('**/v1/goals?*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Delete label' }).click()
    await page.getByText('No labels yet').waitFor()
  })
})

describe('API tokens', () => {
  test('the secret works, is shown once, and stops working when revoked', async () => {
    const bo = await world.person('Bo')
    const page = await world.open(bo)
    await page.goto('/settings/api-tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New API token' })
    await dialog.getByText('Read the goals you own and their history.').waitFor()
    await expect.poll(() => dialog.getByLabel(/^Read own goals/).isChecked()).toBe(true)
    await dialog.getByLabel(/^Read own goals/).uncheck()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByText('Choose at least one scope.').waitFor()
    await dialog.getByLabel('Name').fill('Helpdesk')
    await dialog.getByLabel(/^Read own goals/).check()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const secret = await page.getByLabel('Secret').inputValue()
    const call = () =>
      fetch(`${world.service.origin}/v1/goals`, { headers: { authorization: `Bearer ${secret}` } })
    expect((await call()).status).toBe(200)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

    await page.reload()
    await page.getByText('Last used just now').waitFor()
    await expect.poll(() => page.getByText(secret).count()).toBe(0)
    await expect.poll(() => page.getByLabel('Secret').count()).toBe(0)
    await page.getByRole('button', { name: 'Revoke Helpdesk' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('No tokens').waitFor()
    expect((await call()).status).toBe(401)
  })
})

describe('appearance', () => {
  const background = () => getComputedStyle(document.documentElement).backgroundColor
  const dark = 'rgb(23, 22, 19)'
  const light = 'rgb(247, 246, 243)'

  test('follows the system until a theme is chosen, and applies the choice before the first paint', async () => {
    const page = await world.open(await world.person('Cy'), { colorScheme: 'dark' })
    await page.goto('/settings/appearance')
    await page.getByRole('heading', { name: 'Appearance' }).waitFor()
    await expect.poll(() => page.evaluate(background)).toBe(dark)
    await page.getByText('Dark on light').click()
    await expect.poll(() => page.evaluate(background)).toBe(light)
    // The theme does not depend on the app's scripts, so the other theme never flashes.
    const scripts = /\/assets\/(?!start-)[^/]*\.js$/
    await page.route(scripts, (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await page.waitForFunction(
      (color) => getComputedStyle(document.documentElement).backgroundColor === color,
      light,
    )
    await page.unroute(scripts)
    await page.reload()
    await page.getByText('Same as your device').click()
    await expect.poll(() => page.evaluate(background)).toBe(dark)
  })
})
