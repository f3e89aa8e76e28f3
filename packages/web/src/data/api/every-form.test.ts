import { type ErrorCode, errorStatuses } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'
import { createApiTokenRequest } from '@cairn/contract/schemas/api-tokens'
import { createGoalTemplateRequest } from '@cairn/contract/schemas/goal-templates'
import { updateGoalViewRequest } from '@cairn/contract/schemas/goal-views'
import { createGoalUpdateRequest } from '@cairn/contract/schemas/goals/goal-history'
import { createGoalLabelRequest } from '@cairn/contract/schemas/goals/goal-labels'
import { createGoalRequest, updateGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { decideOAuthConsentRequest, previewOAuthDeviceRequest } from '@cairn/contract/schemas/oauth'
import { emailLoginRequest, emailRegistrationRequest } from '@cairn/contract/schemas/people/auth'
import { updateNotificationPreferencesRequest } from '@cairn/contract/schemas/people/notifications'
import {
  changeOrganizationOwnerRequest,
  createOrganizationRequest,
  deleteOrganizationRequest,
  updateOrganizationRequest,
} from '@cairn/contract/schemas/people/organizations'
import { createWebhookRequest } from '@cairn/contract/schemas/webhooks'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { accountFormTexts } from '../../accounts/sign-in/form/account-form-texts.ts'
import { goalFormTexts } from '../../goals/editing/form/goal-form-texts.ts'
import { labelFormTexts } from '../../goals/labels/label-dialog.tsx'
import { reportFormTexts } from '../../goals/report/report-form-texts.ts'
import { viewFormTexts } from '../../goals/views/view-dialogs.tsx'
import { organizationFormTexts } from '../../organizations/organization-form-texts.ts'
import { consentFormTexts } from '../../programs/consent-form.tsx'
import { codeFormTexts } from '../../programs/device/code-form.tsx'
import { tokenFormTexts } from '../../settings/api-tokens/token-form-texts.ts'
import { deleteOrganizationFormTexts } from '../../settings/deletion/delete-organization-section.tsx'
import { notificationFormTexts } from '../../settings/notifications/notification-form-texts.ts'
import { handOverFormTexts } from '../../settings/team/hand-over-dialog.tsx'
import { inviteFormSchema, inviteFormTexts } from '../../settings/team/invite-form.tsx'
import { templateFormTexts } from '../../settings/templates/template-form-texts.ts'
import { webhookFormTexts } from '../../settings/webhooks/webhook-form-texts.ts'
import { describeFailure } from './failures/failures.ts'
import { type FormTexts, placeApiError, problemsOf } from './failures/problems.ts'

type Form = { schema: () => z.ZodType; texts: FormTexts; valid: object }

const goal = {
  detailedDescription: 'Answer within a day.',
  title: 'Answer within a day',
  timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
  ownerUserId: 'email:1',
  labelIds: ['7b0f3c8e-0000-4000-8000-000000000001'],
  criteria: [{ title: 'Median', description: 'Under 24 hours.' }],
  measures: [{ title: 'Median', unit: 'h', start: 100, target: 24 }],
  cadence: { everyDays: 7 },
}

const forms: [name: string, form: Form][] = [
  ['publish a goal', { schema: createGoalRequest, texts: goalFormTexts, valid: goal }],
  ['edit a goal', { schema: updateGoalRequest, texts: goalFormTexts, valid: goal }],
  [
    'create or edit a template',
    {
      schema: createGoalTemplateRequest,
      texts: templateFormTexts,
      valid: {
        name: 'River',
        title: goal.title,
        detailedDescription: goal.detailedDescription,
        labelIds: goal.labelIds,
        cadence: goal.cadence,
        criteria: goal.criteria,
        measures: goal.measures,
      },
    },
  ],
  [
    'report',
    {
      schema: createGoalUpdateRequest,
      texts: reportFormTexts,
      valid: {
        status: 'active',
        health: 'at_risk',
        summary: 'Down to two days',
        details: 'Two people joined.',
        evaluation: { result: 'met', asOf: '2026-11-20T10:00:00.000Z' },
        verdicts: [
          {
            criterionId: '7b0f3c8e-0000-4000-8000-000000000001',
            result: 'met',
            note: 'Checked.',
            evidence: [{ title: 'Run', url: 'https://example.com/run', text: 'Passed.' }],
          },
        ],
        measurements: [{ measureId: '7b0f3c8e-0000-4000-8000-000000000001', value: 62 }],
        evidence: [{ title: 'Run', url: 'https://example.com/run', text: 'Passed.' }],
        expectedRevision: 1,
        idempotencyKey: 'k',
      },
    },
  ],
  [
    'hand an organization over',
    {
      schema: changeOrganizationOwnerRequest,
      texts: handOverFormTexts,
      valid: { userId: 'email:1', password: 'correct horse battery' },
    },
  ],
  [
    'delete an organization',
    { schema: deleteOrganizationRequest, texts: deleteOrganizationFormTexts, valid: { name: 'Acme' } },
  ],
  [
    'create an account',
    {
      schema: emailRegistrationRequest,
      texts: accountFormTexts,
      valid: { displayName: 'Ann', email: 'ann@example.com', password: 'correct horse battery' },
    },
  ],
  [
    'sign in',
    {
      schema: emailLoginRequest,
      texts: accountFormTexts,
      valid: { email: 'ann@example.com', password: 'correct horse battery' },
    },
  ],
  [
    'create or edit a label',
    {
      schema: createGoalLabelRequest,
      texts: labelFormTexts,
      valid: { name: 'Quality', color: '#3b76b8', description: 'What customers notice.' },
    },
  ],
  [
    'save or rename a view',
    { schema: updateGoalViewRequest, texts: viewFormTexts, valid: { name: 'Late and mine' } },
  ],
  [
    'create an API token',
    {
      schema: createApiTokenRequest,
      texts: tokenFormTexts,
      valid: { name: 'Helpdesk', scopes: ['goals:read'], expiresInDays: 90 },
    },
  ],
  [
    'allow a program',
    {
      schema: decideOAuthConsentRequest,
      texts: consentFormTexts,
      valid: {
        allow: true,
        organizationId: '7b0f3c8e-0000-4000-8000-000000000001',
        scopes: ['goals:read'],
      },
    },
  ],
  [
    'enter the code of a device',
    { schema: previewOAuthDeviceRequest, texts: codeFormTexts, valid: { userCode: 'WDJB-MJHT' } },
  ],
  [
    'invite',
    {
      schema: inviteFormSchema,
      texts: inviteFormTexts,
      valid: { emails: ['ben@example.com'], role: 'member' },
    },
  ],
  [
    'change notifications',
    {
      schema: updateNotificationPreferencesRequest,
      texts: notificationFormTexts,
      valid: {
        timeZone: 'Europe/Berlin',
        reportReminders: true,
        deadlineReminders: true,
        weeklyDigest: false,
        questions: false,
      },
    },
  ],
  [
    'create a webhook',
    {
      schema: createWebhookRequest,
      texts: webhookFormTexts,
      valid: {
        url: 'https://example.com/hooks',
        description: 'Warehouse',
        format: 'standard',
        types: ['goal.reported'],
      },
    },
  ],
  [
    'create an organization',
    { schema: createOrganizationRequest, texts: organizationFormTexts, valid: { name: 'Ann and others' } },
  ],
  [
    'rename an organization',
    { schema: updateOrganizationRequest, texts: organizationFormTexts, valid: { name: 'Ann and others' } },
  ],
]

const badValues: unknown[] = [
  undefined,
  null,
  '',
  ' \n',
  'x',
  'x'.repeat(100_000),
  'unpaired \ud800',
  'turned \u202e around',
  'with \0',
  '\u200b',
  '2026-02-30',
  0,
  -1,
  1.5,
  1e9,
  Number.NaN,
  true,
  {},
  { kind: 'never' },
  [],
  ['x'],
  [1],
  ['goals:read', 'goals:read'],
  Array(1_000).fill(null),
  new Date(0),
]

/** A copy of `body` with `value` at the dotted path. */
function withValue(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body)
  const names = path.split('.')
  const last = names.pop() ?? ''
  let parent: object = copy
  for (const name of names) parent = Reflect.get(parent, name)
  Reflect.set(parent, last, value)
  return copy
}

/** Words of zod’s own messages. */
const foreignWords =
  /invalid|expected|received|too (?:big|small)|unrecognized|undefined|NaN|\bnull\b|unicode/i

function expectOwnSentence(sentence: string | undefined): void {
  expect(sentence).toMatch(/^[A-Z].*\.$/)
  expect(sentence).not.toMatch(foreignWords)
}

describe.each(forms)('the form to %s', (_, { schema, texts, valid }) => {
  test('accepts its valid body', () => {
    expect(schema().safeParse(valid).error?.issues).toBeUndefined()
  })

  const paths = Object.keys(texts).map((path) => path.replaceAll('*', '0'))
  const present = paths.filter((path) => (path.split('.')[0] as string) in valid)

  test.each(present)('has its own sentence for every problem of %s', (path) => {
    for (const value of badValues) {
      const body = withValue(valid, path, value)
      if (schema().safeParse(body).success) continue
      const problems = problemsOf(schema(), body, texts)
      expect(Object.keys(problems), `${path}: ${JSON.stringify(value)}`).not.toEqual([])
      for (const sentence of Object.values(problems)) expectOwnSentence(sentence)
    }
  })

  test.each(present)('does not show messages of the service about %s', (path) => {
    const message = 'Invalid input: expected string, received number'
    const error = new ApiError(new Response(null, { status: 400 }), {
      error: 'invalid_request',
      message: 'The body is invalid.',
      details: [{ path, message }],
    })
    const { shown, unplaced } = placeApiError(error, valid, texts, {})
    expect(unplaced).toBe(false)
    expectOwnSentence(shown[path]?.sentence)
  })
})

const errorCodes = Object.keys(errorStatuses).filter((code) => code !== 'origin_not_allowed') as ErrorCode[]

test.each(errorCodes)('%s has its own sentence', (code) => {
  const message = 'Invalid input: expected string, received number'
  const error = new ApiError(new Response(null, { status: errorStatuses[code] }), { error: code, message })
  expectOwnSentence(describeFailure(error).sentence)
})
