/** One small world, so that the examples of all operations fit together: Ann and Ben halve the paper of their office. */

export const ids = {
  organization: '5d1f3c1e-6a0b-4c57-9a6f-2f3f0c8f7a10',
  goal: '0e6b2b9c-93c4-4c0e-8f5c-0f6d3a1b7e55',
  criterion: 'b1d7a3f0-2f7e-4c0b-8a52-6f0c2d7e9b31',
  measure: 'c2e8b4a1-3a8f-4d1c-9b63-7a1d3e8f0c42',
  label: 'd3f9c5b2-4b90-4e2d-8c74-8b2e4f90a153',
  view: '5b1e3c29-b2a7-4f94-9deb-f295b6071a2c',
  report: 'e40ad6c3-5ca1-4f3e-9d85-9c3f50a1b264',
  token: 'f51be7d4-6db2-4a4f-8e96-ad4061b2c375',
  invitation: '062cf8e5-7ec3-4b50-9fa7-be5172c3d486',
  webhook: '173d09f6-8fd4-4c61-8ab8-cf6283d4e597',
  delivery: '284e1a07-90e5-4d72-9bc9-d07394e5f6a8',
  question: '6c2f4d3a-c3b8-4fa5-8efc-f3a6c7182b3d',
  inboxItem: '019aa0c2-6a80-7c3d-9e1f-2a3b4c5d6e7f',
  comment: '7d305e4b-d4c9-4fb6-9f0d-04b7d829314e',
  event: '3f0c1d9e-5b7a-4a1c-9d52-6a4e8f7b2c10',
  auditEntry: '4a0d2b18-a1f6-4e83-8cda-e184a5f607b9',
} as const

export const ann = 'email:7c0a5b7e-1f7d-4d0f-9f53-0b6a3c6b8f21'
export const ben = 'email:8d1b6c8f-2a8e-4e10-8064-1c7b4d7c9032'

export const times = {
  published: '2026-11-02T09:00:00.000Z',
  reported: '2026-11-20T10:00:00.000Z',
  acknowledged: '2026-11-20T11:30:00.000Z',
  now: '2026-11-23T08:15:00.000Z',
  nextReport: '2026-11-27T10:00:00.000Z',
  inAWeek: '2026-11-30T08:15:00.000Z',
  expires: '2027-02-21T08:15:00.000Z',
} as const

export const hashes = {
  previous: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  newest: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  picture: '2c26b46b68ffc68ff99b453c1d304134',
  evidence: 'fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13',
} as const

export const kindOfActor = [
  '`user`: a person with the web app. `client` and `agent`: a program with a token; `agent` is one that decides by itself.',
  'client',
] as const

/** Looks like a secret of an API token, and is none: its checksum is wrong. */
export const tokenSecret = `cairn_${ids.token}_EXAMPLE-example-EXAMPLE-example-EXAMPLE-0000000000`
export const cursor = 'AZ3wq7eXb2k5c0yqg8dVh1nS4fJm6tLpR9uT-_EXAMPLE'

/** Optional fields that composed examples leave out: for special cases, or with ids that another organization does not have. */
export const omittedFields = new Set([
  'InboxRef.commentId',
  'InboxRef.questionId',
  'InboxRef.version',
  'InboxRef.fence',
  'CreateApiTokenRequest.goalIds',
  'CreateGoalRequest.labelIds',
  'CreateGoalRequest.parentGoalId',
  'CreateGoalRequest.blockedByGoalIds',
  'CreateGoalRequest.ownerUserId',
  'CreateGoalRequest.reviewerUserId',
  'CreateGoalRequest.budget',
  'UpdateGoalRequest.budget',
  'CreateGoalUpdateRequest.claimFence',
  'UpdateGoalRequest.claimFence',
  'AskQuestionRequest.askedUserIds',
  'ClaimNextGoalRequest.parentGoalId',
  'ClaimNextGoalRequest.labelId',
  'WrittenGoalCriterion.id',
  'WrittenGoalMeasure.id',
  'EmailRegistrationRequest.invitationToken',
])
