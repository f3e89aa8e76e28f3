import type { ErrorCode } from '@cairn/contract/errors/errors'
import type { OperationId, OutputOf, operationGroups, operations } from '@cairn/contract/registry/registry'
import type { Browser } from '../people/sign-in.ts'
import type { World } from '../people/world.ts'

/**
 * The callers of an operation: a row of the table in `test/access/authority/support/access-table.ts`, which says what each kind
 * of caller gets.
 */
export type Access =
  | 'public'
  | 'public-form'
  | 'session'
  | 'administration'
  | 'membership'
  | 'member-picture'
  | 'member-role'
  | 'member-removal'
  | 'ownership'
  | 'invitation'
  | 'api-token'
  | 'organization-api-token'
  | 'own-session'
  | 'webhook'
  | 'goal-view'
  | 'goal-template'
  | 'oauth-grant'
  | 'openid-provider'
  | 'me'
  | 'list-goals'
  | 'create-goal'
  | 'continue-goal'
  | 'read-goal'
  | 'change-goal'
  | 'renew-claim'
  | 'release-claim'
  | 'acknowledge-report'
  | 'answer-question'
  | 'comment-goal'
  | 'edit-comment'
  | 'delete-comment'
  | 'watch-goal'
  | 'request-report'
  | 'list-inbox'
  | 'inbox-item'
  | 'list-events'
  | 'list-members'
  | 'list-labels'
  | 'create-label'
  | 'read-label'
  | 'change-label'

export type ExampleRequest = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  /** A `Blob` is sent as it is, everything else as JSON. */
  body?: unknown
  /** In addition to those of the caller. */
  headers?: Record<string, string>
  /** Of the session to send it with, if not the caller's: the request ends it. */
  cookie?: string
}

/** `whose` goal or token the request is about: the owner's, unless a test says otherwise. */
export type Scene = { world: World; caller: Browser; whose: Browser }

/** `body` and `cookie` of the success; undefined if a retry was told that the work had been done before. */
export type Done<Id extends OperationId = OperationId> = {
  world: World
  request: ExampleRequest
  body: OutputOf<Id> | undefined
  cookie: string | undefined
}

type Readable = {
  access: Access
  /** Creates what the request needs and returns one that only authority can refuse. */
  request(scene: Scene): ExampleRequest | Promise<ExampleRequest>
}

type Mutation<Id extends OperationId> = Readable & {
  /** Asserts, by other requests or in the table, that the operation did its work for the owner. */
  effect(done: Done<Id>): Promise<unknown>
  /** The response to a retry after a first try that did the work and returned 503, if it is not a success. */
  alreadyDone?: readonly ErrorCode[]
}

export type Example<Id extends OperationId = OperationId> = (typeof operations)[Id]['method'] extends 'GET'
  ? Readable
  : Mutation<Id>

/** Every operation of a group; a missing one is a type error. */
export type ExamplesOf<Group extends keyof typeof operationGroups> = {
  [Id in keyof (typeof operationGroups)[Group] & OperationId]: Example<Id>
}

/** The fields of a request's body. */
export const fieldsOf = ({ request }: Pick<Done, 'request'>) => request.body as Record<string, string>

export const nothing = () => ({})
