import { ann, ben, cursor, ids, times } from '../examples.ts'
import type { FieldTexts } from '../field-texts.ts'

/** Of requests: bodies and parameters. */
export const requestFieldTexts: FieldTexts = {
  // Accounts
  returnTo: [undefined, 'https://cairn.example.com/home'],
  code: ['The code of the OpenID provider.', 'EXAMPLE-code'],
  state: ['The state that the service gave the OpenID provider.', 'EXAMPLE-state'],
  iss: ['The OpenID provider, by its issuer.', 'https://id.example.com'],
  error: ['What went wrong at the OpenID provider.', 'access_denied'],
  sid: ['The session at the OpenID provider.', 'EXAMPLE-sid'],
  logout_token: [
    'The signed logout token (a JWT), at most 16,384 characters.',
    'eyJhbGciOi.EXAMPLE.c2lnbmF0dXJl',
  ],
  newPassword: [undefined, 'staple battery horse'],
  currentPassword: ['The password until now.', 'correct horse battery'],
  invitationToken: [undefined, `${ids.organization}_EXAMPLE`],
  'PasswordResetRequest.token': [
    'The token of the link in the email.',
    'cW9mZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU',
  ],
  'PasswordResetRequest.password': [undefined, 'staple battery horse'],
  'EmailVerificationRequest.token': [
    'The token of the link in the email.',
    'cW9mZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU',
  ],
  'EmailChangeRequest.email': ['The new address, at most 254 characters.', 'ann@example.org'],
  'EmailLoginRequest.email': ['The address of the account. Case does not matter.', 'ann@example.com'],
  'EmailRegistrationRequest.email': [
    'The address of the new account, at most 254 characters.',
    'ann@example.com',
  ],
  'AccountEmailRequest.email': [
    'The address, at most 254 characters. Case does not matter.',
    'ann@example.com',
  ],

  // Organizations and invitations
  'SwitchOrganizationRequest.organizationId': [
    'The organization that becomes the active one.',
    ids.organization,
  ],
  'UpdateOrganizationMemberRoleRequest.role': ['The new role.', 'admin'],
  reassignGoalsTo: [undefined, ann],
  'ChangeOrganizationOwnerRequest.userId': [undefined, ben],
  'CreateOrganizationInvitationRequest.email': [
    'Whom to invite, at most 320 characters.',
    'cleo@example.com',
  ],
  'CreateOrganizationInvitationRequest.role': ['What the invited person will be.', 'member'],
  'PreviewOrganizationInvitationRequest.token': [
    'The last part of the invitation link.',
    `${ids.organization}_EXAMPLE`,
  ],
  'AcceptOrganizationInvitationRequest.token': [
    'The last part of the invitation link.',
    `${ids.organization}_EXAMPLE`,
  ],
  kind: [undefined, 'api_token'],
  until: [undefined, '2026-12-01T00:00:00Z'],
  'listAuditEntries.from': [undefined, '2026-11-01T00:00:00Z'],
  'listAuditEntries.kind': [undefined, 'api_token'],

  // API tokens
  'CreateApiTokenRequest.name': [
    'What the token is called, such as the program that uses it.',
    'Nightly report',
  ],
  'CreateApiTokenRequest.scopes': ['What the token may do, each scope once.', ['goals:read', 'goals:write']],
  expiresInDays: ['How long the token works, in days: 1 to 365.', 90],
  overlapHours: [undefined, 24],

  // Goals
  'CreateGoalRequest.title': [
    'The title. Default: the first sentence of the description, shortened to 72 characters.',
    'Halve the paper',
  ],
  // An edit names what it changes.
  'updateGoal.request': [undefined, { title: 'Halve the paper', expectedVersion: 6 }],
  PublishedGoalTimeframe: [undefined, { kind: 'deadline', targetDate: '2027-06-30' }],
  'PublishedGoalTimeframe.kind': ['`continuous`: without an end. `deadline`: until `targetDate`.'],
  view: [undefined, 'summary'],
  'listGoals.status': [undefined, ['active', 'paused']],
  'listGoals.health': [undefined, ['at_risk', 'off_track']],
  'listGoals.ownerUserId': [undefined, 'me'],
  'listGoals.labelId': ['Goals that have this label.', ids.label],
  'listGoals.attention': [undefined, 'report_late'],
  updatedSince: [
    'Goals that changed at this time or later: an ISO 8601 time with a zone.',
    '2026-11-16T00:00:00Z',
  ],
  q: [undefined, 'pap print'],
  cursor: [undefined, cursor],
  'WrittenGoalCriterion.id': [undefined, ids.criterion],
  'WrittenGoalMeasure.id': [undefined, ids.measure],
  'WrittenGoalCriterion.title': ['What must be true.', 'At most 150 sheets a month'],
  'WrittenGoalMeasure.title': ['What is measured.', 'Sheets per person and month'],
  'WrittenGoalMeasure.start': [undefined, 300],
  'WrittenGoalMeasure.target': [undefined, 150],
  'acknowledgeGoalUpdate.revision': ['The revision of the report.', 5],
  'ReportedGoalEvaluation.asOf': [undefined, times.reported],
  'CreateGoalUpdateRequest.summary': ['What happened, in one sentence.', 'Two printers are gone'],
  'CreateGoalUpdateRequest.runId': [undefined, 'nightly-2026-11-20'],
  'CreateGoalUpdateRequest.idempotencyKey': [undefined, 'nightly-2026-11-20'],
  'CreateGoalUpdateRequest.health': ['The new health. Absent or null: as it is.', 'at_risk'],
  'CreateGoalUpdateRequest.evaluation': ['A new judgement of the whole goal. Absent or null: as it is.'],
  'CreateGoalUpdateRequest.evidence': ['What shows that the report is true: at most 20.'],
  'ReportedVerdict.evidence': ['What shows that the verdict is true: at most 10.'],
  'Evidence.title': ['What it is, at most 200 characters.', 'Counters of the printers'],
  'ClientInfo.name': ['The name of the program.', 'paper-report'],
  'ClientInfo.version': ['The version of the program.', '1.4.0'],

  // Labels
  'CreateGoalLabelRequest.name': ['The name, unique in the organization without regard to case.', 'Office'],
  'UpdateGoalLabelRequest.name': ['The name, unique in the organization without regard to case.', 'Office'],
  'CreateGoalLabelRequest.description': [
    'What the label is for, at most 500 characters. `null`: nothing.',
    'What the office team does',
  ],
  'UpdateGoalLabelRequest.description': [
    'What the label is for, at most 500 characters. `null`: nothing.',
    'What the office team does',
  ],

  // Views
  'CreateGoalViewRequest.name': ['What the view is called, at most 100 characters.', 'Late and mine'],
  'UpdateGoalViewRequest.name': ['What the view is called, at most 100 characters.', 'Late and mine'],
  'CreateGoalViewRequest.isShared': ['Whether all members of the organization see it.', false],
  'UpdateGoalViewRequest.isShared': [
    'Whether all members of the organization see it. Only its owner may send `false`.',
    true,
  ],

  // Webhooks and notifications
  'CreateWebhookRequest.url': [undefined, 'https://example.com/hooks/cairn'],
  'UpdateWebhookRequest.url': [undefined, 'https://example.com/hooks/cairn'],
  'UpdateWebhookRequest.types': ['The types of events that are sent, each once.', ['goal.reported']],
  'CreateWebhookRequest.types': [undefined, ['goal.reported']],
  'CreateWebhookRequest.description': [
    'What it is for, at most 200 characters. `null`: nothing.',
    'Dashboard',
  ],
  'UpdateWebhookRequest.description': [
    'What it is for, at most 200 characters. `null`: nothing.',
    'Dashboard',
  ],
  format: ['`standard`: the event as JSON. `slack`: a message for an incoming webhook of Slack.', 'standard'],
  'openUnsubscribePage.token': [undefined, 'EXAMPLE-unsubscribe-token'],
  'unsubscribe.token': [undefined, 'EXAMPLE-unsubscribe-token'],
  'Idempotency-Key': [undefined, 'create-goal-2026-11-20'],
  'Organization-Id': [undefined, ids.organization],
}
