import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { Bot } from 'lucide-react'
import { dayMilliseconds } from '../../time/format.ts'
import { Ago, Day } from '../../time/moment.tsx'
import { usePeople } from '../people.ts'

/** Recent entries show "3 days ago" instead of a date. */
const recentDays = 7

type Entry = Pick<GoalEdit, 'authorityUserId' | 'actor'> & { clientInfo?: GoalUpdate['clientInfo'] }

/** The person who wrote an entry, or the program with its run and the owner of its token. */
export function Author({ entry: { authorityUserId, actor, clientInfo } }: { entry: Entry }) {
  const { nameOf } = usePeople()
  const name = nameOf(authorityUserId)
  const isPerson = actor.kind === 'user' && actor.runId === null && !clientInfo
  if (isPerson) return <span className="text-ink-soft">{name}</span>
  return (
    <span className="inline-flex min-w-0 items-start gap-1.5 text-ink-soft">
      <Bot className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {clientInfo?.name ?? 'A program'}
        {actor.runId !== null && ` (run ${actor.runId})`}, for {name}
      </span>
    </span>
  )
}

export function EntryTime({ time }: { time: string }) {
  const isRecent = Date.now() - Date.parse(time) < recentDays * dayMilliseconds
  return isRecent ? <Ago time={time} /> : <Day time={time} />
}
