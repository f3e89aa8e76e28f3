import { Link } from '@tanstack/react-router'
import { BookOpen, Bot, Keyboard, LogOut, Palette, Plug, UserRound } from 'lucide-react'
import { Avatar } from '../accounts/picture/avatar.tsx'
import { useSession } from '../accounts/session/session.ts'
import { useSignOut } from '../accounts/session/use-sign-out.ts'
import { describeFailure } from '../data/api/failures/failures.ts'
import { useHasPrograms } from '../goals/work/agents/has-programs.ts'
import { openOverlay } from '../help/shortcuts/open-overlay.ts'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../ui/dialogs/menu.tsx'
import { toast } from '../ui/toast.ts'
import { texts } from './texts.ts'

export function AccountMenu() {
  const { user, pictureId } = useSession()
  const signOut = useSignOut()
  const hasPrograms = useHasPrograms()
  return (
    <Menu modal={false}>
      <MenuTrigger className="flex min-h-10 shrink-0 items-center gap-3 rounded-lg text-left transition-colors hover:bg-sunken lg:px-2 lg:py-1.5">
        <Avatar person={{ userId: user.id, displayName: user.displayName, pictureId }} size="medium" />
        <span className="sr-only">{texts.accountOf}</span>
        <span className="sr-only truncate lg:not-sr-only lg:min-w-0 lg:flex-1 lg:truncate">
          {user.displayName}
        </span>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>
          <span className="block truncate">{user.email}</span>
        </MenuLabel>
        <MenuItem asChild>
          <Link to="/settings/account">
            <UserRound className="size-4" aria-hidden="true" />
            {texts.account}
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/settings/appearance">
            <Palette className="size-4" aria-hidden="true" />
            {texts.appearance}
          </Link>
        </MenuItem>
        {hasPrograms && (
          <MenuItem asChild>
            <Link to="/agents">
              <Bot className="size-4" aria-hidden="true" />
              {texts.destinations.agents}
            </Link>
          </MenuItem>
        )}
        <MenuItem asChild>
          <Link to="/settings/agents">
            <Plug className="size-4" aria-hidden="true" />
            {texts.agents}
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/docs">
            <BookOpen className="size-4" aria-hidden="true" />
            {texts.apiReference}
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => openOverlay('shortcuts')}>
          <Keyboard className="size-4" aria-hidden="true" />
          {texts.shortcuts}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          onSelect={() => {
            signOut().catch((error: unknown) => toast.error(describeFailure(error).sentence))
          }}
        >
          <LogOut className="size-4" aria-hidden="true" />
          {texts.signOut}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
