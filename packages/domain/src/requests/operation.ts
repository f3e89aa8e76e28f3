import type { InputOf, OperationId, OutputOf, operations } from '@cairn/contract/registry/registry'
import type { Access, SessionAccess } from './access.ts'
import type { Context } from './context.ts'

/** The caller of an operation. Its type depends on the credential that the declaration requires. */
export type AccessOf<Id extends OperationId> =
  (typeof operations)[Id]['credential'] extends 'session_or_token'
    ? Access
    : (typeof operations)[Id]['credential'] extends 'session'
      ? SessionAccess
      : (typeof operations)[Id]['credential'] extends 'session_or_none'
        ? SessionAccess | undefined
        : undefined

/** Sends the browser to another address, with status 302. */
export type Redirect = { redirectTo: string }

/** The result of an operation: the body of its response, a file, or a redirect. */
export type ResultOf<Id extends OperationId> = (typeof operations)[Id]['success'] extends { status: 302 }
  ? Redirect
  : (typeof operations)[Id]['success'] extends { file: string }
    ? Uint8Array
    : OutputOf<Id>

/** The signature of every operation. `C` adds what some operations need to the context, such as email delivery. */
export type Implementation<Id extends OperationId, C extends Context = Context> = (
  context: C,
  access: AccessOf<Id>,
  input: InputOf<Id>,
) => Promise<ResultOf<Id>>
