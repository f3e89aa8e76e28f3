import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { useNews } from '../data/live/news.ts'
import { texts } from './texts.ts'

/** Below this, in pixels, new events at the top of the page are out of sight. */
const nearTop = 200

type Fresh = {
  /** All events that have arrived since the page was opened, except the reader's own. */
  ids: ReadonlySet<string>
  /** How many of them the reader has not seen, because the page is scrolled down. */
  unseen: number
}

export function useNewEvents(): Fresh & { see: () => void } {
  const { user } = useSession()
  const [fresh, setFresh] = useState<Fresh>({ ids: new Set(), unseen: 0 })
  const see = () => setFresh((before) => (before.unseen === 0 ? before : { ...before, unseen: 0 }))

  useNews((events) => {
    const others = events.filter(
      ({ authorityUserId, actor }) => authorityUserId !== user.id || actor.kind !== 'user',
    )
    if (others.length === 0) return
    setFresh(({ ids, unseen }) => ({
      ids: new Set([...ids, ...others.map(({ id }) => id)]),
      unseen: scrollY > nearTop ? unseen + others.length : 0,
    }))
  })
  useEffect(() => {
    const look = () => {
      if (scrollY <= nearTop) see()
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  })
  return { ...fresh, see }
}

/** Announces new events. To somebody who has scrolled down, it offers to go up instead of moving the page. */
export function NewEvents({ fresh: { ids, unseen, see } }: { fresh: ReturnType<typeof useNewEvents> }) {
  return (
    <>
      <p role="status" className="sr-only">
        {ids.size > 0 && texts.newSince(ids.size)}
      </p>
      {unseen > 0 && (
        <div className="animate-fade pointer-events-none fixed inset-x-0 top-[calc(var(--banner-height,0px)+0.75rem)] z-20 flex justify-center lg:pl-64">
          <button
            type="button"
            className="pointer-events-auto inline-flex min-h-9 items-center gap-2 rounded-full bg-accent px-4 text-sm font-medium text-on-accent shadow-floating hover:bg-accent-strong"
            onClick={() => {
              see()
              scrollTo({ top: 0 })
              document.querySelector('h1')?.focus({ preventScroll: true })
            }}
          >
            <ArrowUp className="size-4" aria-hidden="true" />
            {texts.newEvents(unseen)}
          </button>
        </div>
      )}
    </>
  )
}
