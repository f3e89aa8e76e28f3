import type { InputOf, OperationId, OutputOf, operations } from '@cairn/contract/registry'
import type { Access, SessionAccess } from './access.ts'
import type { Context } from './context.ts'

/** What an operation is given about its caller, by the credential that its declaration asks for. */
export type AccessOf<Id extends OperationId> =
  (typeof operations)[Id]['credential'] extends 'session_or_token'
    ? Access
    : (typeof operations)[Id]['credential'] extends 'session'
      ? SessionAccess
      : undefined

/** The form of every operation of the domain: context, caller, validated input, answer. */
export type Implementation<Id extends OperationId> = (
  context: Context,
  access: AccessOf<Id>,
  input: InputOf<Id>,
) => Promise<OutputOf<Id>>
