/** The audit log of an organization: who changed what, when, and from which credential. */
import * as z from 'zod'
import { auditActions, auditKinds } from '../events/audit-actions.ts'
import { lazy } from '../registry/lazy.ts'
import { timestamp, uuidOutput } from './common.ts'

export const auditAction = lazy(() => z.enum(auditActions).meta({ id: 'AuditAction' }))
export const auditKind = lazy(() => z.enum(auditKinds).meta({ id: 'AuditKind' }))

const auditCredential = lazy(() =>
  z
    .strictObject({
      kind: z.enum(['session', 'password', 'email_link', 'identity_provider', 'refresh_token']).meta({
        description:
          'A browser session, the password of a sign-in, a link that was emailed, a sign-in elsewhere, or a token with which a program gets the next ones.',
      }),
      sessionId: z.string().nullable().meta({
        description: 'The session, or the one that the sign-in created. Null if the service does not own it.',
      }),
      userAgent: z.string().nullable().meta({ description: 'What the browser or program called itself.' }),
    })
    .meta({ id: 'AuditCredential' }),
)
export type AuditCredential = z.infer<ReturnType<typeof auditCredential>>

const auditPerson = lazy(() =>
  z
    .strictObject({
      userId: z.string(),
      displayName: z
        .string()
        .nullable()
        .meta({ description: 'The name that the person has now. Null if the account was deleted.' }),
    })
    .meta({ id: 'AuditPerson' }),
)
export type AuditPerson = z.infer<ReturnType<typeof auditPerson>>

const auditTarget = lazy(() =>
  z
    .strictObject({
      kind: auditKind(),
      id: z.string(),
      name: z.string().nullable().meta({
        description:
          'What it was called then: the name of a token, the address of an invitation, the host of a webhook.',
      }),
      person: auditPerson().nullable().meta({ description: 'The person whose it is, or who it is.' }),
    })
    .meta({ id: 'AuditTarget' }),
)

const auditChange = lazy(() =>
  z
    .strictObject({
      field: z.string(),
      from: z.string().nullable().meta({ description: 'Null if there was nothing, or it is not recorded.' }),
      to: z.string().nullable().meta({ description: 'Null if nothing is left, or it is not recorded.' }),
    })
    .meta({ id: 'AuditChange' }),
)
export type AuditChange = z.infer<ReturnType<typeof auditChange>>

export const auditEntry = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      createdAt: timestamp(),
      kind: auditKind(),
      action: auditAction(),
      actor: auditPerson().meta({ description: 'Who did it.' }),
      credential: auditCredential(),
      target: auditTarget().nullable().meta({ description: 'Null if it is the account of the person.' }),
      changes: z.array(auditChange()),
    })
    .meta({ id: 'AuditEntry', description: 'An entry of the audit log. It never contains a secret.' }),
)
export type AuditEntry = z.infer<ReturnType<typeof auditEntry>>
