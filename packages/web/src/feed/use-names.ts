import type { Names } from '@cairn/contract/display/event-sentence'
import { useSession } from '../accounts/session/session.ts'
import { usePeople } from '../goals/data/people.ts'

export type { Names }

/** The names of the members, for sentences about events. */
export function useNames(): Names {
  const { user } = useSession()
  const { members } = usePeople()
  return {
    userId: user.id,
    nameOf: (id) => members?.find(({ userId }) => userId === id)?.displayName,
  }
}
