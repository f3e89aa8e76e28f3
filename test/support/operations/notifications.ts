import { readPerson } from '@cairn/domain/accounts/notifications/person'
import { unsubscribeTokenOf } from '@cairn/domain/accounts/notifications/unsubscribe/unsubscribe-token'
import { expect } from 'vitest'
import type { World } from '../people/world.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

/** A token from an email to the owner. */
async function tokenIn({ service, owner }: World): Promise<string> {
  const person = await readPerson(service.table.database, owner.userId)
  if (!person) throw new Error('The owner has no record.')
  return unsubscribeTokenOf(person, 'weekly_digest')
}

const preferencesIn = async ({ owner }: World) => (await owner.api.getNotificationPreferences()).preferences

export const notifications: ExamplesOf<'notifications'> = {
  getNotificationPreferences: { access: 'session', request: nothing },
  updateNotificationPreferences: {
    access: 'session',
    request: ({ world }) => ({
      body: { timeZone: world.next() % 2 === 0 ? 'Europe/Berlin' : 'Asia/Tokyo', weeklyDigest: true },
    }),
    effect: async (done) => {
      expect(await preferencesIn(done.world)).toMatchObject(fieldsOf(done))
    },
  },
  openUnsubscribePage: {
    access: 'public',
    request: async ({ world }) => ({ query: { token: await tokenIn(world) } }),
  },
  unsubscribe: {
    access: 'public',
    request: async ({ world }) => ({ query: { token: await tokenIn(world) } }),
    effect: async ({ world }) => {
      expect((await preferencesIn(world)).weeklyDigest).toBe(false)
    },
  },
}
