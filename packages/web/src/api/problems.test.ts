import { ApiError } from '@cairn/contract/client'
import { emailRegistrationRequest } from '@cairn/contract/schemas/auth'
import { createGoalRequest, createGoalUpdateRequest } from '@cairn/contract/schemas/goals'
import { describe, expect, test } from 'vitest'
import { goalRefusals, goalWords } from '../goals/form/goal-words.ts'
import { reportWords } from '../goals/report/report-values.ts'
import { accountWords } from '../sign-in/account-words.ts'
import { problemsOf, refusalOf, type Shown, shownAfterChange } from './problems.ts'

const goal = { detailedDescription: 'Answer within a day.', timeframe: { kind: 'continuous' } }
const deadline = (targetDate: string) => ({ ...goal, timeframe: { kind: 'deadline', targetDate } })
const criterion = (title: string, description: string) => ({ ...goal, criteria: [{ title, description }] })

describe('what is wrong with a goal', () => {
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
      'half a character in the title',
      { ...goal, title: 'Half \ud800' },
      { title: 'Retype the title: it contains characters that cannot be shown.' },
    ],
    [
      'a title that turns the text after it around',
      { ...goal, title: 'Half \u202e way' },
      { title: 'Retype the title: it contains characters that cannot be shown.' },
    ],
    ['no date', deadline(''), { 'timeframe.targetDate': 'Pick a target date.' }],
    ['a date that is none', deadline('2026-02-30'), { 'timeframe.targetDate': 'Pick a target date.' }],
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
    expect(problemsOf(createGoalRequest(), body, goalWords)).toEqual(problems)
  })
})

test('what is wrong with a report', () => {
  const body = {
    status: 'active',
    summary: '',
    details: '',
    expectedRevision: 1,
    idempotencyKey: 'k',
    evaluation: { result: 'met', asOf: '' },
  }
  expect(problemsOf(createGoalUpdateRequest(), body, reportWords)).toEqual({
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
      email: 'Enter a whole email address, such as name@example.com.',
      password: 'Use at least 12 characters.',
    },
  ],
])('what is wrong with a registration: %j', (body, problems) => {
  expect(problemsOf(emailRegistrationRequest(), body, accountWords)).toEqual(problems)
})

test('what no field of the form shows is left to the service', () => {
  expect(problemsOf(createGoalRequest(), { ...goal, unknown: 1 }, goalWords)).toEqual({})
})

describe('after a change', () => {
  const shown: Shown = { title: { sentence: 'Enter a title.' }, summary: { sentence: 'Sum up.' } }

  test('a field that is right loses its sentence, and another one keeps it', () => {
    expect(shownAfterChange(shown, { summary: 'Sum up.' }, {})).toEqual({ summary: { sentence: 'Sum up.' } })
  })

  test('a field that is wrong in another way gets another sentence', () => {
    expect(shownAfterChange(shown, { title: 'Shorten it.', summary: 'Sum up.' }, {})).toEqual({
      title: { sentence: 'Shorten it.' },
      summary: { sentence: 'Sum up.' },
    })
  })

  test('a field that was right is not judged before the next try', () => {
    const problems = { title: 'Enter a title.', summary: 'Sum up.', details: 'Describe it.' }
    expect(shownAfterChange(shown, problems, {})).toBe(shown)
  })

  test('what the service refused stays with the value that it refused', () => {
    const refused: Shown = { name: { sentence: 'Taken.', refused: '"Quality"' } }
    expect(shownAfterChange(refused, {}, { name: 'Quality', color: 'red' })).toBe(refused)
    expect(shownAfterChange(refused, {}, { name: 'Quality first' })).toEqual({})
    expect(shownAfterChange(refused, {}, {})).toEqual({})
    expect(shownAfterChange(refused, { name: 'Enter a name.' }, { name: '' })).toEqual({
      name: { sentence: 'Enter a name.' },
    })
  })
})

describe('a refusal of the service', () => {
  const refusal = (error: 'invalid_request' | 'invalid_goal_owner' | 'unavailable', details = [['', '']]) =>
    new ApiError(new Response(null, { status: 400 }), {
      error,
      message: 'No.',
      details: details.filter(([path]) => path).map(([path = '', message = '']) => ({ path, message })),
    })
  const sent = { ...goal, title: 'Taken', ownerUserId: 'email:1' }
  const land = (error: unknown) => refusalOf(error, sent, goalWords, goalRefusals)

  test('stands at the fields that it names, in the words of the form', () => {
    expect(land(refusal('invalid_request', [['title', 'must be kinder']]))).toEqual({
      shown: {
        title: {
          sentence: 'Change the title: the service does not accept it.',
          refused: '"Taken"',
        },
      },
      unplaced: false,
    })
  })

  test('stands at the field that its code is about', () => {
    expect(land(refusal('invalid_goal_owner'))).toEqual({
      shown: {
        ownerUserId: { sentence: expect.stringContaining('Choose another owner.'), refused: '"email:1"' },
      },
      unplaced: false,
    })
  })

  test('is told as a whole where no field shows it', () => {
    for (const error of [
      refusal('invalid_request', [['idempotencyKey', 'must be unique']]),
      refusal('invalid_request'),
      refusal('unavailable'),
      new TypeError('Failed to fetch'),
    ]) {
      expect(land(error)).toEqual({ shown: {}, unplaced: true })
    }
  })
})
