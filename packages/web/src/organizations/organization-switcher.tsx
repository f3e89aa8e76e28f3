import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useActiveOrganization, useSession } from '../accounts/session/session.ts'
import { useHasSample } from '../help/sample/sample-mark.ts'
import { openOverlay } from '../help/shortcuts/open-overlay.ts'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuItemIndicator,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../ui/dialogs/menu.tsx'
import { Mark } from '../ui/mark.tsx'
import { roleName } from './role-name.ts'
import { texts } from './texts.ts'
import { useSwitchOrganization } from './use-switch-organization.ts'

export function OrganizationSwitcher() {
  const { organizations, activeOrganizationId } = useSession()
  const active = useActiveOrganization()
  const hasSample = useHasSample()

  const switchTo = useSwitchOrganization()

  return (
    <Menu modal={false}>
      <MenuTrigger className="flex min-h-10 w-full min-w-0 items-center gap-2 rounded-lg border border-line bg-surface px-3 py-1.5 text-left text-[0.9375rem] transition-colors hover:bg-sunken">
        <span className="sr-only">{texts.current}</span>
        <span className="min-w-0 flex-1 truncate">{active.name}</span>
        <ChevronsUpDown className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      </MenuTrigger>
      <MenuContent align="start">
        <MenuLabel>{texts.organizations}</MenuLabel>
        <MenuRadioGroup value={activeOrganizationId} onValueChange={(id) => void switchTo(id)}>
          {organizations.map(({ id, name, role }) => (
            <MenuRadioItem key={id} value={id}>
              <span className="min-w-0 flex-1">
                <span className="block truncate">{name}</span>
                <span className="block text-xs text-ink-faint">{roleName(role)}</span>
              </span>
              <MenuItemIndicator>
                <Check className="size-4 text-accent" aria-hidden="true" />
              </MenuItemIndicator>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem onSelect={() => openOverlay('new-organization')}>
          <Plus className="size-4" aria-hidden="true" />
          {texts.newOrganization}
        </MenuItem>
        {!hasSample && (
          <MenuItem onSelect={() => openOverlay('sample')}>
            <Mark className="size-4" />
            {texts.exploreSample}
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  )
}
