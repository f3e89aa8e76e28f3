import { useSession } from '../../accounts/session/session.ts'
import { sampleName } from './sample-mark.ts'

/** Whether the person has made a sample in this browser. One is enough. */
export function useHasSample(): boolean {
  const { user, organizations } = useSession()
  return organizations.some(({ id }) => sampleName(user.id, id) !== undefined)
}
