import { type HistoryState, useRouter } from '@tanstack/react-router'
import { ownPath } from './return-to.ts'

/** Navigates within the app. Goes to /home instead of leaving our origin. */
export function useGoTo(): (address: string, state?: HistoryState) => Promise<void> {
  const router = useRouter()
  return (address, state = {}) => router.navigate({ href: ownPath(address) ?? '/home', replace: true, state })
}
