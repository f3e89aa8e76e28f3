import { ann, ben, cursor, hashes, ids, times, tokenSecret } from './examples.ts'

/**
 * What a field says and an example of its value. Keys are names of fields, or names behind those of what contains them
 * (`Schema.object.field`, `object.field`); the most specific one applies. Arrays and alternatives add no name. Without a text, the field
 * is described where its schema is declared. Without an example, it is composed of the fields within.
 */
export type FieldTexts = Record<string, readonly [text?: string, example?: unknown]>

const goalTitle = 'Halve the paper'
const organizationName = 'Green Office'

/** Fields that mean the same wherever they occur. */
export const commonFieldTexts: FieldTexts = {
  // Ids
  id: ['The id. It never changes and is never used again.', ids.goal],
  organizationId: ['The organization to which it belongs.', ids.organization],
  goalId: ['The goal.', ids.goal],
  labelId: ['The label.', ids.label],
  criterionId: ['One of the criteria of the goal.', ids.criterion],
  measureId: ['One of the measures of the goal.', ids.measure],
  invitationId: ['The invitation.', ids.invitation],
  tokenId: ['The API token, by its `id`. Not its secret.', ids.token],
  apiTokenId: ['The API token, by its `id`. Not its secret.', ids.token],
  goalViewId: ['The saved view.', ids.view],
  webhookId: ['The webhook.', ids.webhook],
  deliveryId: ['One of the deliveries of the webhook.', ids.delivery],
  sessionId: ['The session, by its `id` in the list of sessions.', hashes.previous],
  userId: ['The id of a user: opaque, at most 200 characters.', ben],
  activeOrganizationId: [
    'The organization in which requests with this session act unless they name another.',
    ids.organization,
  ],
  goalIds: [undefined, [ids.goal]],
  labelIds: ['The labels of the goal, at most 20, each once.', [ids.label]],

  // People
  ownerUserId: ['The user who owns the goal. `null`: nobody owns it.', ann],
  authorityUserId: ['The user in whose name it was done: a token acts for the user who created it.', ann],
  createdByUserId: ['The user who created it.', ann],
  updatedByUserId: ['The user who last changed it.', ann],
  invitedByUserId: ['The user who invited.', ann],
  displayName: ['The name that people see, at most 100 characters.', 'Ann Smith'],
  email: ['An email address, in lower case.', 'ann@example.com'],
  user: ['The user.'],
  owner: ['Who owns the goal.'],
  inviter: ['Who invited.'],
  'user.id': ['The id of the user: opaque, at most 200 characters. Another provider gives other ids.', ann],
  'owner.id': ['The id of the user.', ann],
  'people.id': ['The id of the user.', ann],
  'people.displayName': ['The name that the user has now.', 'Ann Smith'],
  people: [undefined],
  role: [
    'What the user may do in the organization. An `owner` and an `admin` manage members, invitations and webhooks and write all goals; a `member` writes goals of their own. There is exactly one `owner`.',
    'member',
  ],
  previousRole: ['The role before.', 'admin'],
  actor: ['Who did it: a person, or a program.'],
  'actor.kind': [
    '`user`: a person with the web app. `client` and `agent`: a program with a token; `agent` is one that decides by itself.',
    'client',
  ],
  'actor.id': ['The id of the user, or of the API token.', ids.token],
  runId: ['The run of the program, as the program named it. `null` if it named none.', 'nightly-2026-11-20'],
  actorName: [undefined, 'Nightly report'],
  'actor.displayName': [undefined, 'Nightly report'],
  authentication: ['The credential of the request.'],
  'authentication.kind': ['How the request was authenticated.', 'api_token'],
  'authentication.subjectId': ['The id of the user, or of the token.', ids.token],
  clientInfo: ['The program that reported, as it named itself. `null` if it did not.'],

  // Times
  createdAt: ['When it was created.', times.published],
  updatedAt: ['When it was last changed.', times.reported],
  expiresAt: ['When it stops working.', times.expires],
  lastUsedAt: ['When it was last used, to within 5 minutes. `null` if never.', times.now],
  asOf: ['When this was so.', times.reported],
  at: ['When it happened.', times.acknowledged],

  // Lists
  nextCursor: [undefined, null],
  cursor: [undefined, cursor],
  limit: [undefined, 20],
  order: [undefined, 'asc'],

  // Texts
  name: ['The name.', organizationName],
  title: ['The title, at most 200 characters.', goalTitle],
  description: ['What it means, in Markdown.', 'Sheets per person and month, as the printers count them.'],
  summary: ['What happened, in one sentence of at most 500 characters.', 'Two printers are gone'],
  details: [
    'What happened, in Markdown.',
    'The printers of both floors were given away. **180 sheets** a month are left.',
  ],
  organization: ['The organization.'],
  organizations: ['All organizations of the user, in the order in which the user joined.'],
  token: [
    'The token of the link: the part behind the last slash or `token=`.',
    'cW9mZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU',
  ],
  secret: [undefined, tokenSecret],
  password: ['The password, at most 512 characters. It is compared exactly.', 'correct horse battery'],
  timeZone: ['A name of the IANA time zone database. `null` if none was chosen.', 'Europe/Berlin'],
  label: ['The label.'],
  goal: ['The goal.'],
  update: ['The report.'],
  member: ['The member.'],
  invitation: ['The invitation.'],
  webhook: ['The webhook.'],
  delivery: ['The delivery.'],
  preferences: ['The preferences.'],
  credential: ['The credential of this request.'],
  from: ['The value before.'],
  to: ['The value after.'],

  query: [
    'What the web app has behind the `?` of the address of the list of goals, at most 2000 printable ASCII characters. Empty: the list as it is at first.',
    'owner=me&attention=report_late',
  ],

  // Goals
  status: [
    'Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report.',
    'active',
  ],
  health: [
    'How it goes: `on_track`, `at_risk` or `off_track`. `null` if nobody said, and for completed and archived goals.',
    'at_risk',
  ],
  timeframe: ['By when the goal shall be reached.'],
  targetDate: ['The last day, in the calendar.', '2027-06-30'],
  currentEvaluation: ['The last judgement of the whole goal by a report; `null` if there is none.'],
  evaluation: ['A judgement of the whole goal.'],
  result: ['Whether it is met.', 'not_met'],
  detailedDescription: [
    'What the goal is about, in Markdown. With everything else of the goal at most 256 KiB.',
    'Print half as much paper as last year.',
  ],
  criteria: ['What must be true for success, at most 100 criteria.'],
  measures: ['Numbers that show progress, at most 20 measures.'],
  labels: ['Labels.'],
  cadence: ['How often a report is due; `null` if none is ever due.'],
  everyDays: ['Days from one report to the next, 1 to 366.', 7],
  nextReportDueAt: [undefined, times.nextReport],
  attention: [undefined, ['at_risk']],
  revision: ['The revision of the goal, which is the number of its latest report. Publication is 1.', 5],
  version: ['The version of the goal. Every report and every edit makes a new one. Publication is 1.', 7],
  goalVersion: [undefined, 6],
  expectedRevision: [undefined, 4],
  expectedVersion: [undefined, 6],
  historyHash: [undefined, hashes.newest],
  hash: [undefined, hashes.newest],
  previousHash: [undefined, hashes.previous],
  sha256: [undefined, hashes.evidence],
  progress: [undefined, 0.4],
  criteriaCount: ['The number of criteria.', 1],
  criteriaMetCount: ['The number of criteria whose latest verdict is `met`.', 0],
  measuresCount: ['The number of measures.', 1],
  lastReport: [undefined],
  verdict: [undefined],
  verdicts: ['Judgements of criteria, at most one for each.'],
  measurements: ['Values of measures, at most one for each.'],
  value: ['The value: at most 1e12 in size, with at most 6 decimals.', 180],
  unit: ['What is counted, at most 20 characters. `null`: a plain number.', 'sheets'],
  start: ['The value at the beginning. At most 1e12 in size, with at most 6 decimals.', 300],
  target: ['The value that is success. Differs from `start`; it may be lower.', 0],
  current: [undefined],
  evidence: ['What shows that it is true: links, quotes, hashes.'],
  url: ['An https address, at most 2,000 characters.', 'https://example.com/printers/2026-11'],
  text: ['A quote, at most 2,000 characters.', '180 sheets per person in November'],
  note: ['Why, in Markdown, at most 2,000 characters.', 'November is the first month below 200.'],
  idempotencyKey: ['What the report was sent with.', 'nightly-2026-11-20'],
  acknowledgements: [undefined],
  color: [
    'A color, in any notation, at most 32 characters. The web app knows CSS colors. `null`: none.',
    '#2f855a',
  ],
}
