import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { publishGoal } from '../support/seed.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()

/** Returns a screen reader's text for the focused control: its name and its problem. */
function focused(page: Page): Promise<{ name: string; problem: string }> {
  return page.evaluate(() => {
    const element = document.activeElement
    const described = element?.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? ''
    const texts = described
      .split(' ')
      .map((id) => document.getElementById(id))
      .filter((text) => text?.getAttribute('role') === 'alert')
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    return {
      name:
        element?.getAttribute('aria-label') ??
        (isField ? element.labels?.[0]?.textContent : element?.textContent) ??
        '',
      problem: texts.map((text) => text?.textContent).join(' '),
    }
  })
}

const problems = (page: Page) => page.getByRole('alert').allTextContents()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

type Form = {
  path: string
  open?: (page: Page) => Promise<void>
  submit: string
  /** The problems after submitting the empty form. */
  empty: string[]
  /** The label of the first invalid field. */
  first: string
  /** Labels, what is typed, and the problems that are still shown. */
  steps: [label: string, text: string, problems: string[]][]
}

const newGoal: Form = {
  path: '/goals/new',
  submit: 'Publish goal',
  empty: ['Describe the goal.', 'Pick a target date.'],
  first: 'Description',
  steps: [
    ['Description', '   ', ['Describe the goal.', 'Pick a target date.']],
    ['Description', 'Answer within a day.', ['Pick a target date.']],
    ['Target date', '2027-06-30', []],
  ],
}

const forms: [string, Form][] = [
  ['a new goal', newGoal],
  [
    'a label',
    {
      path: '/labels',
      open: (page) => press(page, 'New label'),
      submit: 'Create label',
      empty: ['Enter a name.'],
      first: 'Name',
      steps: [
        ['Name', 'x'.repeat(65), ['Shorten the name to at most 64 characters.']],
        ['Name', 'Quality', []],
        ['Name', '', []],
      ],
    },
  ],
  [
    'an API token',
    {
      path: '/settings/api-tokens',
      open: async (page) => {
        await press(page, 'New token')
        await page.getByLabel(/^Read own goals/).uncheck()
      },
      submit: 'Create token',
      empty: ['Enter a name.', 'Choose at least one scope.'],
      first: 'Name',
      steps: [['Name', 'Helpdesk', ['Choose at least one scope.']]],
    },
  ],
  [
    'an invitation',
    {
      path: '/settings/members',
      submit: 'Invite',
      empty: ['Enter an email address.'],
      first: 'Email address',
      steps: [
        ['Email address', 'ben', ['Enter a full email address, such as name@example.com.']],
        ['Email address', 'ben@example.com', []],
      ],
    },
  ],
  [
    'the name of the organization',
    {
      path: '/settings/organization',
      open: (page) => page.getByLabel('Name').fill(''),
      submit: 'Save name',
      empty: ['Enter a name.'],
      first: 'Name',
      steps: [
        ['Name', 'x'.repeat(101), ['Shorten the name to at most 100 characters.']],
        ['Name', 'Ann and others', []],
      ],
    },
  ],
  [
    'a new organization',
    {
      path: '/settings/organization',
      open: (page) => press(page, 'New organization'),
      submit: 'Create organization',
      empty: ['Enter a name.'],
      first: 'Name',
      steps: [['Name', 'Second', []]],
    },
  ],
]

const signedOutForms: [string, Form][] = [
  [
    'signing in',
    {
      path: '/sign-in',
      submit: 'Sign in',
      empty: ['Enter your email address.', 'Enter a password.'],
      first: 'Email address',
      steps: [
        ['Email address', 'ann@example.com', ['Enter a password.']],
        ['Password', 'x', []],
      ],
    },
  ],
  [
    'registering',
    {
      path: '/sign-in?mode=register',
      submit: 'Create account',
      empty: ['Enter your name.', 'Enter your email address.', 'Enter a password.'],
      first: 'Your name',
      steps: [
        ['Your name', 'Ann', ['Enter your email address.', 'Enter a password.']],
        [
          'Email address',
          'ann@example',
          ['Enter a full email address, such as name@example.com.', 'Enter a password.'],
        ],
        ['Email address', 'ann@example.com', ['Enter a password.']],
        ['Password', 'short', ['Use at least 12 characters.']],
        ['Password', 'correct horse battery', []],
      ],
    },
  ],
]

async function walk(page: Page, { path, open, submit, empty, first, steps }: Form): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await open?.(page)
  await press(page, submit)
  await expect.poll(() => problems(page)).toEqual(empty)
  await expect.poll(() => focused(page)).toEqual({ name: first, problem: empty[0] })
  for (const [label, text, left] of steps) {
    // A dialog is at the end of the page.
    await page.getByLabel(label, { exact: true }).last().fill(text)
    await expect.poll(() => problems(page), { message: `${label}: ${text}` }).toEqual(left)
  }
  if (steps.at(-1)?.[2].length === 0) await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(0)
}

describe('a field shows its problem in our words until it is valid:', () => {
  let ann: Session

  beforeAll(async () => {
    ann = await world.person('Ann')
  })

  test.each(forms)('%s', async (_, form) => {
    await walk(await world.open(ann), form)
  })

  test.each(signedOutForms)('%s', async (_, form) => {
    await walk(await world.open(), form)
  })

  test('an edited goal and a report, also from the preview', async () => {
    const bo = await world.person('Bo')
    const goal = await publishGoal(bo.api)
    const page = await world.open(bo)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await page.getByLabel('Description', { exact: true }).fill('')
    await page.getByLabel('Title').fill('')
    await page.getByRole('tab', { name: 'Preview' }).click()
    await press(page, 'Save changes')
    await expect.poll(() => focused(page)).toEqual({ name: 'Description', problem: 'Describe the goal.' })
    await page.keyboard.type('Answer at once.')
    // A title that is empty follows the description.
    await expect.poll(() => problems(page)).toEqual([])
    await press(page, 'Save changes')
    await page.getByRole('heading', { name: 'Answer at once' }).waitFor()

    await press(page, 'Report')
    await press(page, 'Send report')
    await expect.poll(() => focused(page)).toMatchObject({ problem: 'Sum up the report in one sentence.' })
    await page.getByLabel('Evaluation').selectOption('Met')
    await page.getByLabel('As of').fill('')
    await press(page, 'Send report')
    await expect
      .poll(() => problems(page))
      .toEqual(['Sum up the report in one sentence.', 'Pick a date and time.'])
    await page.getByLabel('Evaluation').selectOption('None')
    await expect.poll(() => problems(page)).toEqual(['Sum up the report in one sentence.'])
  })

  test('a group of choices focuses the first one and needs only one', async () => {
    const page = await world.open(await world.person('Cy'))
    await page.goto('/settings/api-tokens')
    await press(page, 'New token')
    await page.getByLabel('Name').fill('Helpdesk')
    await page.getByLabel(/^Read own goals/).uncheck()
    await press(page, 'Create token')
    await expect.poll(() => focused(page)).toMatchObject({ problem: 'Choose at least one scope.' })
    await page.keyboard.press('Space')
    await expect.poll(() => problems(page)).toEqual([])
  })

  test('a removed row removes its problem', async () => {
    const page = await world.open(await world.person('Dee'))
    await page.goto('/goals/new')
    await page.getByLabel('Description', { exact: true }).fill('Answer within a day.')
    await page.getByLabel('Continuous').check()
    for (const title of ['Median', '', 'Maximum']) {
      await press(page, 'Add criterion')
      await page.keyboard.type(title)
    }
    await press(page, 'Publish goal')
    const description = 'Describe what must be true.'
    await expect
      .poll(() => problems(page))
      .toEqual([description, 'Name the criterion, or remove it.', description, description])
    await press(page, 'Remove criterion 2')
    await expect.poll(() => problems(page)).toEqual([description, description])
  })
})

test('on a phone, an invalid field is visible with its label and its problem', async () => {
  const fay = await world.person('Fay')
  const goal = await publishGoal(fay.api)
  const page = await world.open(fay, { viewport: phone })
  const expectVisible = async (label: string) => {
    const field = page.getByLabel(label, { exact: true })
    const problem = page.getByRole('alert')
    const [labelBox, problemBox] = await Promise.all([
      field.evaluate((input) =>
        input instanceof HTMLInputElement ? input.labels?.[0]?.getBoundingClientRect() : undefined,
      ),
      problem.evaluate((text) => text.getBoundingClientRect()),
    ])
    for (const { x = -1, y = -1, height = 0 } of [labelBox ?? {}, problemBox]) {
      const isOnTop = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('nav') === null,
        [x + 2, y + height / 2] as const,
      )
      expect({ isOnTop, isInside: y >= 0 && y + height <= phone.height }).toEqual({
        isOnTop: true,
        isInside: true,
      })
    }
  }
  await page.goto('/settings/members')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  /** Presses the button while the end of the field is at a distance from the bottom of the view. */
  const pressAt = async (distance: number) => {
    await invite.focus()
    await page.evaluate((pixels) => {
      const field = document.querySelector('input[type=email]')
      scrollBy(0, (field?.getBoundingClientRect().bottom ?? 0) - innerHeight + pixels)
    }, distance)
    await page.keyboard.press('Enter')
    await page.getByText('Enter an email address.').waitFor()
  }
  await pressAt(phone.height + 100) // Above the view.
  await expectVisible('Email address')
  await page.getByLabel('Email address').fill('b')
  await page.getByLabel('Email address').fill('')
  await pressAt(50) // Behind the navigation at the bottom.
  await expectVisible('Email address')

  await page.goto(`/goals/${goal.id}`)
  await press(page, 'Report')
  await page.getByLabel('Details', { exact: true }).fill('Details.')
  const send = page.getByRole('button', { name: 'Send report' })
  await send.scrollIntoViewIfNeeded()
  await send.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Sum up the report in one sentence.').waitFor()
  await expectVisible('Summary')
})

test('hides the notice of a verified email address when a sign-in fails', async () => {
  const page = await world.open()
  await page.goto('/sign-in?verified=1')
  await page.getByText('Your email address is verified.').waitFor()
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await press(page, 'Sign in')
  await page.getByRole('alert').getByText('Email address and password do not match').waitFor()
  await expect.poll(() => page.getByText('Your email address is verified.').count()).toBe(0)
})

test('an API error about one field is shown there until the field changes', async () => {
  const eve = await world.person('Eve')
  await eve.api.createGoalLabel({ body: { name: 'Quality' } })
  await eve.api.createOrganizationInvitation({ body: { email: 'ben@example.com', role: 'member' } })
  const page = await world.open(eve)
  await page.goto('/labels')
  await press(page, 'New label')
  await page.getByLabel('Name').fill('quality')
  await press(page, 'Create label')
  const taken = 'A label with this name already exists. Choose another name.'
  await expect.poll(() => focused(page)).toEqual({ name: 'Name', problem: taken })
  await expect.poll(() => problems(page)).toEqual([taken])
  await page.getByLabel('Description').fill('Another field.')
  await expect.poll(() => problems(page)).toEqual([taken])
  await page.getByLabel('Name').fill('quality first')
  await expect.poll(() => problems(page)).toEqual([])

  await page.goto('/settings/members')
  const email = page.getByLabel('Email address')
  for (const [address, sentence] of [
    ['ben@example.com', 'This address already has a pending invitation.'],
    ['eve@example.com', 'That is your own email address'],
  ] as const) {
    await email.fill(address)
    await press(page, 'Invite')
    await page.getByRole('alert').getByText(sentence).waitFor()
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
    await email.fill(`${address}x`)
    await expect.poll(() => problems(page)).toEqual([])
  }
})
