import { fieldForms } from '@cairn/contract/goals/fields'
import { catalog } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

const enterNumber = 'Enter a number with at most 6 decimals.'
const enterDays = 'Enter whole days, from 1 to 366, or nothing.'

export const texts = catalog('goals/editing/form', {
  page: {
    title: 'New goal',
    intro: 'Describe what you want to achieve. You report its status and health later.',
    publish: 'Publish goal',
    publishing: 'Publishing',
    published: 'Goal published.',
    cancel: 'Cancel',
  },
  description: {
    label: 'Description',
    hint: 'What should be true in the end, and why? You can use Markdown.',
  },
  title: { label: 'Title', hint: 'Taken from the first sentence. You can change it.' },
  timeframe: {
    legend: 'Timeframe',
    kinds: { deadline: 'By a date', continuous: 'Continuous', unspecified: 'Not set' },
    targetDate: 'Target date',
  },
  owner: { label: 'Owner', none: 'No owner', you: (name: string) => `${name} (you)` },
  review: {
    nobody: 'Nobody in particular',
    reviewerHint: 'Confirms what is reported as met. The owner cannot be the reviewer.',
    verification: 'Needs a second person',
    verificationHint:
      'The goal can be completed only once somebody else has confirmed that each criterion is met.',
    locked: 'Only the reviewer or an admin can change this.',
  },
  labels: {
    legend: 'Labels',
    chosen: 'Chosen labels',
    choose: 'Choose labels',
    none: 'No labels yet. Create them on the Labels page.',
    filterLabels: 'Filter labels',
    filter: 'Filter',
    loading: 'Loading labels…',
    noMatch: 'No labels match.',
    full: (maximum: number) => `A goal can have at most ${formatNumber(maximum)} labels.`,
  },
  criteria: {
    legend: 'Success criteria',
    hint: 'How will you know that the goal is met?',
    hintWithVerdicts:
      'How will you know that the goal is met? A criterion that you change loses its verdict.',
    criterion: (number: number) => `Criterion ${formatNumber(number)}`,
    inSentence: (number: number) => `criterion ${formatNumber(number)}`,
    description: 'What must be true',
    add: 'Add criterion',
  },
  measures: {
    legend: 'Measures',
    hint: 'Which numbers show progress? Reports fill in their values.',
    measure: (number: number) => `Measure ${formatNumber(number)}`,
    inSentence: (number: number) => `measure ${formatNumber(number)}`,
    start: 'Start',
    target: 'Target',
    unit: 'Unit',
    add: 'Add measure',
  },
  rows: {
    remove: (name: string) => `Remove ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
  },
  cadence: {
    legend: 'Reporting',
    hint: 'Cairn shows when a report is late, and emails the owner. Paused goals send no reminders. Leave it empty if nobody expects regular reports.',
    /** Before and after the field with the number. */
    before: 'Report every',
    after: 'days',
    days: 'Days between reports',
  },
  parent: {
    legend: 'Parent',
    hint: 'The goal that this one is a part of.',
    choose: 'Choose a goal',
  },
  blockers: {
    legend: 'Waits for',
    hint: 'The goals that must be completed or archived before somebody can work on this one.',
    add: 'Add a goal',
    full: (maximum: number) => `A goal can wait for at most ${formatNumber(maximum)} goals.`,
  },
  /** Fields of one input. */
  simple: fieldForms,
  budget: {
    title: 'Budget',
    none: 'no limits',
    hint: 'What work on this goal should use at most, by what its reports say. Nothing stops it: the goal needs attention then. Leave out what has no limit.',
    tokens: 'Tokens',
    tokensHint: 'Input and output together.',
    time: 'Time',
    unit: 'Measured in',
    units: { hours: 'hours', minutes: 'minutes', seconds: 'seconds' },
    cost: 'Cost',
    costHint: 'In the currency that your team uses.',
  },
  fields: {
    budget: { name: 'budget', invalid: 'Enter numbers above 0.' },
    'budget.tokens': { name: 'tokens', invalid: 'Enter a whole number above 0.' },
    'budget.seconds': { name: 'time', invalid: 'Enter a number above 0.' },
    'budget.costMicros': { name: 'cost', invalid: 'Enter a number above 0.' },
    detailedDescription: { name: 'description', missing: 'Describe the goal.' },
    title: { name: 'title' },
    'timeframe.targetDate': {
      name: 'target date',
      missing: 'Pick a target date.',
      invalid: 'Pick a target date.',
    },
    timeframe: { name: 'timeframe', missing: 'Choose a timeframe.', invalid: 'Choose a timeframe.' },
    ownerUserId: { name: 'owner', missing: 'Choose an owner.', invalid: 'Choose another owner.' },
    reviewerUserId: { name: 'reviewer', missing: 'Choose a reviewer.', invalid: 'Choose another reviewer.' },
    verification: {
      name: 'second person',
      missing: 'Choose whether it needs a second person.',
    },
    labelIds: { name: 'labels', missing: 'Choose labels.' },
    'criteria.*.title': { name: 'criterion', missing: 'Name the criterion, or remove it.' },
    'criteria.*.description': { name: 'text', missing: 'Describe what must be true.' },
    criteria: { name: 'criteria', missing: 'Add a criterion.' },
    'measures.*.title': { name: 'measure', missing: 'Name the measure, or remove it.' },
    'measures.*.unit': { name: 'unit' },
    'measures.*.start': { name: 'start', missing: enterNumber, invalid: enterNumber },
    'measures.*.target': {
      name: 'target',
      missing: enterNumber,
      invalid: 'Enter a number that differs from the start, with at most 6 decimals.',
    },
    measures: { name: 'measures', missing: 'Add a measure.' },
    'cadence.everyDays': { name: 'days', missing: enterDays, invalid: enterDays },
    cadence: { name: 'days', missing: enterDays, invalid: enterDays },
    parentGoalId: {
      name: 'parent',
      missing: 'Choose a goal, or remove the parent.',
      invalid: 'Choose another goal.',
    },
    blockedByGoalIds: { name: 'goals that it waits for', missing: 'Choose a goal.' },
  },
  tooMany: {
    labels: (maximum: number) => `Choose at most ${formatNumber(maximum)} labels.`,
    criteria: (maximum: number) => `Keep at most ${formatNumber(maximum)} criteria.`,
    measures: (maximum: number) => `Keep at most ${formatNumber(maximum)} measures.`,
    blockers: (maximum: number) => `Choose at most ${formatNumber(maximum)} goals.`,
  },
})
