import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { cn } from '../../ui/cn.ts'
import { texts } from '../texts.ts'

const personal = [
  { to: '/settings/account', name: texts.navigation.account },
  { to: '/settings/security', name: texts.navigation.security },
  { to: '/settings/agents', name: texts.navigation.agents },
  { to: '/settings/notifications', name: texts.navigation.notifications },
  { to: '/settings/appearance', name: texts.navigation.appearance },
] as const

const ofOrganization = [
  { to: '/settings/organization', name: texts.navigation.organization },
  { to: '/settings/members', name: texts.navigation.members },
  { to: '/settings/templates', name: texts.navigation.templates },
  { to: '/settings/api-tokens', name: texts.navigation.apiTokens },
  { to: '/settings/webhooks', name: texts.navigation.webhooks, forAdministrators: true },
  { to: '/settings/audit', name: texts.navigation.audit, forAdministrators: true },
] as const

type Section = { to: (typeof personal | typeof ofOrganization)[number]['to']; name: string }

/** The settings of the person and of the organization: beside the page, above it, or on a phone behind a button. */
export function SettingsLayout() {
  return (
    <div className="xl:grid xl:grid-cols-[11rem_minmax(0,1fr)] xl:gap-10">
      <SettingsNavigation />
      <div className="min-w-0 pt-6 sm:pt-8 xl:pt-0">
        <Outlet />
      </div>
    </div>
  )
}

function SettingsNavigation() {
  const { name, canAdminister } = useActiveOrganization()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isOpen, setIsOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the list.
  useEffect(() => setIsOpen(false), [path])
  const id = useId()
  const offered = ofOrganization.filter(
    (section) => canAdminister || !('forAdministrators' in section && section.forAdministrators),
  )
  const current = [...personal, ...ofOrganization].find(({ to }) => path.startsWith(to))
  return (
    <nav aria-label={texts.navigation.settings} className="xl:sticky xl:top-12 xl:self-start">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-3 text-left sm:hidden"
      >
        <span className="text-sm text-ink-soft">{texts.navigation.current}</span>
        <span className="min-w-0 flex-1 py-1 font-medium wrap-anywhere">
          {current?.name ?? texts.navigation.choose}
        </span>
        <ChevronDown className={cn('size-4.5 shrink-0', isOpen && 'rotate-180')} aria-hidden="true" />
      </button>
      <div
        id={id}
        className={cn(
          'space-y-4 rounded-lg border border-line-strong bg-surface p-3 max-sm:mt-2 sm:block sm:space-y-1 sm:rounded-none sm:border-0 sm:border-b sm:border-line sm:bg-transparent sm:p-0 sm:pb-3 xl:space-y-6 xl:border-b-0',
          !isOpen && 'max-sm:hidden',
        )}
      >
        <Group name={texts.navigation.you} sections={personal} />
        <Group name={name} sections={offered} />
      </div>
    </nav>
  )
}

function Group({ name, sections }: { name: string; sections: readonly Section[] }) {
  const id = useId()
  return (
    <div className="sm:flex sm:items-baseline sm:gap-2 xl:block">
      <p
        id={id}
        className="px-3 pb-1 text-sm text-ink-faint wrap-anywhere sm:w-32 sm:shrink-0 sm:truncate sm:pl-0 xl:w-auto xl:pl-3"
        title={name}
      >
        {name}
      </p>
      <ul aria-labelledby={id} className="sm:flex sm:flex-wrap sm:gap-1 xl:block xl:space-y-0.5">
        {sections.map(({ to, name: section }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false }}
              className="flex min-h-11 items-center rounded-lg px-3 text-[0.9375rem] text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent sm:min-h-9"
            >
              {section}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
