import { isDeepStrictEqual } from 'node:util'
import { dueAtOf, writePerson } from '../../accounts/notifications/person.ts'
import { memberSortOf } from '../../organizations/rules.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { userEntity } from '../../storage/table/entities/people/user.ts'
import type { RepairStep } from '../step.ts'

/** Rewrites what follows from a person's records: the place in lists of members, the list of organizations, and the timer. */
export const peopleStep: RepairStep = {
  name: 'people',
  see: {
    async membership(repair, record) {
      const { userKey, organizationId, role, displayName, memberSort } = record
      const expected = memberSortOf(role, displayName)
      if (memberSort === expected) return
      await repair.write('places in lists of members set', {
        membership: {
          Update: membershipEntity
            .patch({ userKey, organizationId })
            .set({ memberSort: expected })
            .where((stored, { eq }) =>
              [eq(stored.role, role), eq(stored.displayName, displayName)].join(' AND '),
            ),
        },
      })
    },
    async user(repair, { userKey, organizationIds }) {
      const memberships = await queryAllRecords(
        repair.database,
        membershipEntity,
        'record',
        { userKey },
        { consistent: true },
      )
      const joined = new Set(
        memberships
          .toSorted((left, right) => (left.joinedAt < right.joinedAt ? -1 : 1))
          .map(({ organizationId }) => organizationId),
      )
      const kept = organizationIds.filter((id) => joined.has(id))
      const expected = [...new Set([...kept, ...joined])]
      if (isDeepStrictEqual(expected, organizationIds)) return
      await repair.write('lists of organizations written', {
        user: {
          Update: userEntity
            .patch({ userKey })
            .set({ organizationIds: expected })
            .where((stored, { eq }) => eq(stored.organizationIds, organizationIds)),
        },
      })
    },
    async personAlarm(repair, record) {
      const { timer, dueAt, dueShard } = timerOf(record.personKey, dueAtOf(record))
      // One that has failed waits for longer.
      const isRight =
        record.failedAttempts === undefined
          ? record.dueAt === dueAt && record.dueShard === dueShard
          : record.dueAt >= dueAt
      if (record.timer === timer && isRight) return
      const { pk: _, sk: __, __edb_e__: ___, gsi3pk: ____, gsi3sk: _____, ...person } = record
      await repair.write('timers of people set', { person: writePerson(person) })
    },
  },
}
