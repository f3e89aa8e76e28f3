/** Settings → Security: where somebody is signed in. */
import { expect, test } from 'vitest'
import { beginSession } from '../../support/people/accounts.ts'
import { findings } from '../support/axe.ts'
import { createWorld, phone, statusOf } from '../support/world.ts'

const world = createWorld()

test('lists sessions, ends one by keyboard, and all others', async () => {
  const ann = await world.person('Ann')
  for (let session = 0; session < 2; session++) await beginSession(world.service, ann.email)
  const page = await world.open(ann, { viewport: phone })
  await page.goto('/settings/security')
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.filter({ hasText: 'This browser' }).count()).toBe(1)
  expect(await findings(page)).toEqual([])

  await rows
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await rows.count()).toBe(3)
  await rows
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .press('Enter')
  await dialog.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect.poll(() => rows.count()).toBe(2)

  await page.getByRole('button', { name: 'Sign out all other browsers' }).click()
  await dialog.getByRole('button', { name: 'Sign out others' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await statusOf(page, '/v1/auth/session')).toBe(200)
})
