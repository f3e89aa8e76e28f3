import { expect } from 'vitest'
import type { Behavior, Person, Subject } from '../support/provider-under-test.ts'
import { refusal } from '../support/send.ts'
import { pathOf, sessionOperations } from './operations.ts'

type SessionBody = {
  user: { id: string; displayName: string; email: string }
  activeOrganizationId: string
  organizations: { id: string; name: string; role: string }[]
}

async function readSession(subject: Subject, person: Person): Promise<SessionBody> {
  const { status, body } = await subject.as(person)('GET', '/v1/auth/session')
  expect(status).toBe(200)
  return body as SessionBody
}

const grace: Person = { key: 'grace', displayName: 'Grace Hopper', email: 'grace@example.com' }

export const sessionBehaviors: Behavior[] = [
  {
    title: 'a session 200s with the canonical user, their first organization, and nothing else',
    holds: async (subject) => {
      const { activeOrganizationId, ...session } = await readSession(subject, grace)
      expect(session).toEqual({
        user: {
          id: expect.stringMatching(/^[^:]+:.+$/),
          displayName: 'Grace Hopper',
          email: 'grace@example.com',
        },
        organizations: [{ id: activeOrganizationId, name: 'Grace Hopper', role: 'owner' }],
      })
    },
  },
  {
    title: 'sessions of one user 200 with the same content; different users stay separate',
    holds: async (subject) => {
      const first = await readSession(subject, grace)
      expect(await readSession(subject, grace)).toEqual(first)
      const other = await readSession(subject, { ...grace, key: 'grace-2', email: 'grace2@example.com' })
      expect(other.user.id).not.toBe(first.user.id)
      expect(other.activeOrganizationId).not.toBe(first.activeOrganizationId)
    },
  },
  {
    title: 'every route that needs a session 401s without one',
    holds: async (subject) => {
      for (const operation of sessionOperations) {
        const response = await subject.anonymous(operation.method, pathOf(operation))
        expect(response, operation.id).toMatchObject(refusal('unauthorized'))
      }
    },
  },
  {
    title: 'every route that needs a session 401s every broken credential with the same body',
    holds: async (subject) => {
      for (const operation of sessionOperations) {
        const request = { method: operation.method, path: pathOf(operation) }
        const { text } = await subject.anonymous(request.method, request.path)
        const broken = await subject.brokenCredentialsOf(grace, request)
        expect(Object.keys(broken).length).toBeGreaterThan(2)
        for (const [defect, headers] of Object.entries(broken)) {
          const response = await subject.anonymous(request.method, request.path, { headers })
          expect(response, `${operation.id}: ${defect}`).toMatchObject(refusal('unauthorized'))
          expect(response.text, defect).toBe(text)
        }
      }
    },
  },
  {
    title: '20 concurrent first requests create one organization, named after the user',
    holds: async (subject) => {
      const send = subject.as({ key: 'joan', displayName: 'Joan Clarke', email: 'joan@example.com' })
      const paths = ['/v1/auth/session', '/v1/organizations']
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => send('GET', paths[index % 2] ?? '')),
      )
      const contexts = responses.map(({ status, body }) => {
        expect(status).toBe(200)
        const { activeOrganizationId, organizations } = body as SessionBody
        return { activeOrganizationId, organizations }
      })
      const [first] = contexts
      expect(first?.organizations).toEqual([
        { id: first?.activeOrganizationId, name: 'Joan Clarke', role: 'owner' },
      ])
      for (const context of contexts) expect(context).toEqual(first)
    },
  },
  {
    title:
      'a changed name or address shows in the session and in member lists after the next session request',
    holds: async (subject) => {
      const before: Person = { key: 'mary', displayName: 'Mary Byron', email: 'mary@example.com' }
      const { user } = await readSession(subject, before)
      const after = { ...before, displayName: 'Mary Shelley', email: 'shelley@example.com' }
      const session = await readSession(subject, after)
      expect(session.user).toEqual({ id: user.id, displayName: 'Mary Shelley', email: 'shelley@example.com' })
      // The organization keeps its original name.
      expect(session.organizations.map(({ name }) => name)).toEqual(['Mary Byron'])
      const { body } = await subject.as(after)('GET', '/v1/organizations/current/members')
      expect(body).toMatchObject({
        members: [{ userId: user.id, displayName: 'Mary Shelley', email: 'shelley@example.com' }],
      })
    },
  },
  {
    title: 'the log contains no part of a credential',
    holds: async (subject) => {
      const request = { method: 'GET', path: '/v1/auth/session' }
      const broken = Object.values(await subject.brokenCredentialsOf(grace, request))
      const credentials = [await subject.credentialOf(grace, request), ...broken]
      for (const headers of credentials) await subject.anonymous(request.method, request.path, { headers })
      const log = subject.lines.join('\n')
      expect(log).toContain('"operation":"getAuthSession"')
      const secrets = credentials
        .flatMap((headers) => Object.values(headers).flat())
        .flatMap((value) => value?.split(/[ =]/) ?? [])
        .filter((part) => part.length > 20)
      expect(secrets.length).toBeGreaterThan(0)
      for (const secret of secrets) expect(log).not.toContain(secret)
    },
  },
]
