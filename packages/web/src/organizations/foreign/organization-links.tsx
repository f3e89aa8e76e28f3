import { useSession } from '../../accounts/session/session.ts'
import { addressIn } from '../../accounts/session/tab/tab-organization.ts'
import { roleName } from '../role-name.ts'
import { texts } from './texts.ts'

/** Links to the home pages of the person's other organizations. */
export function OrganizationLinks() {
  const { organizations, activeOrganizationId } = useSession()
  return (
    <ul
      aria-label={texts.yours}
      className="max-h-80 divide-y divide-line overflow-y-auto rounded-xl border border-line"
    >
      {organizations
        .filter(({ id }) => id !== activeOrganizationId)
        .map(({ id, name, role }) => (
          <li key={id}>
            <a href={addressIn(id)} className="block px-4 py-2.5 -outline-offset-2 hover:bg-sunken">
              <span className="block font-medium">{name}</span>
              <span className="block text-sm text-ink-faint">{roleName(role)}</span>
            </a>
          </li>
        ))}
    </ul>
  )
}
