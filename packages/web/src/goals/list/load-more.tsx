import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { texts } from './texts.ts'

type LoadMoreProps = { ref: RefObject<HTMLDivElement | null>; busy: boolean; onLoad: () => void }

/** Loads the next page when the end of the list comes near the view. The button is for people who do not scroll. */
export function LoadMore({ ref: end, busy, onLoad }: LoadMoreProps) {
  const load = useRef(onLoad)
  useEffect(() => {
    load.current = onLoad
  })
  useEffect(() => {
    if (busy || !end.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load.current(),
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [busy, end])
  return (
    <div ref={end} className="flex justify-center pt-2">
      <Button busy={busy} busyText={texts.loadingMore} onClick={onLoad}>
        {texts.loadMore}
      </Button>
    </div>
  )
}
