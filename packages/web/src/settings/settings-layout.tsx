import { Link, Outlet } from '@tanstack/react-router'

const sections = [
  { to: '/settings/profile', name: 'Profile' },
  { to: '/settings/security', name: 'Security' },
  { to: '/settings/notifications', name: 'Notifications' },
  { to: '/settings/organization', name: 'Organization' },
  { to: '/settings/team', name: 'Team' },
  { to: '/settings/api-tokens', name: 'API tokens' },
  { to: '/settings/webhooks', name: 'Webhooks' },
  { to: '/settings/appearance', name: 'Appearance' },
] as const

export function SettingsLayout() {
  return (
    <div className="space-y-8">
      <nav aria-label="Settings">
        <ul className="flex flex-wrap gap-1 border-b border-line pb-px">
          {sections.map(({ to, name }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-flex min-h-10 items-center border-b-2 border-transparent px-3 text-[0.9375rem] text-ink-soft -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  )
}
