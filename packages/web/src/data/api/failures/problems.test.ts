import { ApiError } from '@cairn/contract/http/client'
import { createGoalUpdateRequest } from '@cairn/contract/schemas/goals/goal-history'
import { createGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { emailRegistrationRequest } from '@cairn/contract/schemas/people/auth'
import { describe, expect, test } from 'vitest'
import { accountFormTexts } from '../../../accounts/sign-in/form/account-form-texts.ts'
import { goalFieldsByErrorCode, goalFormTexts } from '../../../goals/editing/form/goal-form-texts.ts'
import { reportFormTexts } from '../../../goals/report/report-form-texts.ts'
import { placeApiError, problemsOf, type Shown, shownAfterChange } from './problems.ts'

const goal = { detailedDescription: 'Answer within a day.', timeframe: { kind: 'continuous' } }
const deadline = (targetDate: string) => ({ ...goal, timeframe: { kind: 'deadline', targetDate } })
const criterion = (title: string, description: string) => ({ ...goal, criteria: [{ title, description }] })

describe('problems of a goal', () => {
  test.each<[string, object, Record<string, string>]>([
    ['nothing', goal, {}],
    [
      'no description',
      { ...goal, detailedDescription: ' \n' },
      { detailedDescription: 'Describe the goal.' },
    ],
    ['an empty title', { ...goal, title: ' ' }, { title: 'Enter a title.' }],
    [
      'a long title',
      { ...goal, title: 'x'.repeat(201) },
      { title: 'Shorten the title to at most 200 characters.' },
    ],
    [
      'an unpaired surrogate in the title',
      { ...goal, title: 'Half \ud800' },
      { title: 'Retype the title without invisible or control characters.' },
    ],
    [
      'a bidirectional override in the title',
      { ...goal, title: 'Half \u202e way' },
      { title: 'Retype the title without invisible or control characters.' },
    ],
    ['no date', deadline(''), { 'timeframe.targetDate': 'Pick a target date.' }],
    ['a date that does not exist', deadline('2026-02-30'), { 'timeframe.targetDate': 'Pick a target date.' }],
    [
      'too many labels, one of them broken',
      { ...goal, labelIds: Array.from({ length: 21 }, () => 'x') },
      { labelIds: 'Choose at most 20 labels.' },
    ],
    [
      'an empty criterion',
      criterion('', ''),
      {
        'criteria.0.title': 'Name the criterion, or remove it.',
        'criteria.0.description': 'Describe what must be true.',
      },
    ],
    [
      'a long criterion',
      criterion('t', 'x'.repeat(10_001)),
      { 'criteria.0.description': 'Shorten the text to at most 10,000 characters.' },
    ],
    [
      'too many criteria',
      { ...goal, criteria: Array.from({ length: 101 }, () => ({ title: 't', description: 'd' })) },
      { criteria: 'Keep at most 100 criteria.' },
    ],
  ])('%s', (_, body, problems) => {
    expect(problemsOf(createGoalRequest(), body, goalFormTexts)).toEqual(problems)
  })
})

test('problems of a report', () => {
  const body = {
    status: 'active',
    summary: '',
    details: '',
    expectedRevision: 1,
    idempotencyKey: 'k',
    evaluation: { result: 'met', asOf: '' },
  }
  expect(problemsOf(createGoalUpdateRequest(), body, reportFormTexts)).toEqual({
    summary: 'Sum up the report in one sentence.',
    details: 'Describe what happened.',
    'evaluation.asOf': 'Pick a date and time.',
  })
})

test.each([
  [
    { displayName: '', email: '', password: '' },
    {
      displayName: 'Enter your name.',
      email: 'Enter your email address.',
      password: 'Enter a password.',
    },
  ],
  [
    { displayName: 'x'.repeat(101), email: 'ann@example', password: 'short' },
    {
      displayName: 'Shorten the name to at most 100 characters.',
      email: 'Enter a full email address, such as name@example.com.',
      password: 'Use at least 12 characters.',
    },
  ],
])('problems of a registration: %j', (body, problems) => {
  expect(problemsOf(emailRegistrationRequest(), body, accountFormTexts)).toEqual(problems)
})

test('leaves issues without a form field to the service', () => {
  expect(problemsOf(createGoalRequest(), { ...goal, unknown: 1 }, goalFormTexts)).toEqual({})
})

describe('after a change', () => {
  const shown: Shown = { title: { sentence: 'Enter a title.' }, summary: { sentence: 'Sum up.' } }

  test('a valid field loses its sentence, and others keep theirs', () => {
    expect(shownAfterChange(shown, { summary: 'Sum up.' }, {})).toEqual({ summary: { sentence: 'Sum up.' } })
  })

  test('a field with a different problem gets a new sentence', () => {
    expect(shownAfterChange(shown, { title: 'Shorten it.', summary: 'Sum up.' }, {})).toEqual({
      title: { sentence: 'Shorten it.' },
      summary: { sentence: 'Sum up.' },
    })
  })

  test('a field without a sentence gets none before the next attempt', () => {
    const problems = { title: 'Enter a title.', summary: 'Sum up.', details: 'Describe it.' }
    expect(shownAfterChange(shown, problems, {})).toBe(shown)
  })

  test('a sentence from the service stays until the value changes', () => {
    const rejected: Shown = { name: { sentence: 'Taken.', rejected: '"Quality"' } }
    expect(shownAfterChange(rejected, {}, { name: 'Quality', color: 'red' })).toBe(rejected)
    expect(shownAfterChange(rejected, {}, { name: 'Quality first' })).toEqual({})
    expect(shownAfterChange(rejected, {}, {})).toEqual({})
    expect(shownAfterChange(rejected, { name: 'Enter a name.' }, { name: '' })).toEqual({
      name: { sentence: 'Enter a name.' },
    })
  })
})

describe('an API error', () => {
  const apiError = (error: 'invalid_request' | 'invalid_goal_owner' | 'unavailable', details = [['', '']]) =>
    new ApiError(new Response(null, { status: 400 }), {
      error,
      message: 'No.',
      details: details.filter(([path]) => path).map(([path = '', message = '']) => ({ path, message })),
    })
  const sent = { ...goal, title: 'Taken', ownerUserId: 'email:1' }

  test.each([
    [{ code: 'too_long', limit: 1200 }, 'Shorten the title to at most 1,200 characters.'],
    [{ code: 'invalid_text' }, 'Retype the title without invisible or control characters.'],
    [{ code: 'invalid' }, 'Change the title. The service did not accept what you entered.'],
    // Of an older service.
    [{}, 'Change the title. The service did not accept what you entered.'],
  ] as const)('is told by its code and limit, whatever its message says: %j', (problem, sentence) => {
    const error = new ApiError(new Response(null, { status: 400 }), {
      error: 'invalid_request',
      message: 'No.',
      details: [{ path: 'title', message: 'Höchstens 200. Use at most 77 characters.', ...problem }],
    })
    expect(placeApiError(error, sent, goalFormTexts, {}).shown).toMatchObject({ title: { sentence } })
  })

  const placed = (error: unknown) => placeApiError(error, sent, goalFormTexts, goalFieldsByErrorCode)

  test('is shown at the fields that its details name, in the words of the form', () => {
    expect(placed(apiError('invalid_request', [['title', 'must be kinder']]))).toEqual({
      shown: {
        title: {
          sentence: 'Change the title. The service did not accept what you entered.',
          rejected: '"Taken"',
        },
      },
      unplaced: false,
    })
  })

  test('is shown at the field that its code is about', () => {
    expect(placed(apiError('invalid_goal_owner'))).toEqual({
      shown: {
        ownerUserId: { sentence: expect.stringContaining('Choose another owner.'), rejected: '"email:1"' },
      },
      unplaced: false,
    })
  })

  test('is unplaced if no field can show it', () => {
    for (const error of [
      apiError('invalid_request', [['idempotencyKey', 'must be unique']]),
      apiError('invalid_request'),
      apiError('unavailable'),
      new TypeError('Failed to fetch'),
    ]) {
      expect(placed(error)).toEqual({ shown: {}, unplaced: true })
    }
  })
})
