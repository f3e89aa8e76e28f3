import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useActiveOrganization } from '../accounts/session/session.ts'
import { texts } from '../app/texts.ts'
import { formatNumber } from '../presentation/time/format.ts'
import { unreadQuery } from './inbox-query.ts'

/** More are `99+`. */
const maximumShown = 99

/** Leads to the inbox, and says how many items are unread. */
export function InboxBell() {
  const { data: unread = 0 } = useQuery(unreadQuery(useActiveOrganization().id))
  const label = texts.inbox(unread)
  return (
    <Link
      to="/inbox"
      aria-label={label}
      title={label}
      data-shortcut="g i"
      data-shortcut-name={texts.inbox(0)}
      className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:text-accent lg:absolute lg:top-5 lg:right-4"
    >
      <Bell className="size-5" aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-medium text-on-accent tabular-nums"
        >
          {unread > maximumShown ? `${formatNumber(maximumShown)}+` : formatNumber(unread)}
        </span>
      )}
    </Link>
  )
}
