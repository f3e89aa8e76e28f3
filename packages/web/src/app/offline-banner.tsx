import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** The region is always there, so that screen readers hear what appears in it. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
          You are offline. What you see may be old; what you type stays here.
        </p>
      )}
    </div>
  )
}
