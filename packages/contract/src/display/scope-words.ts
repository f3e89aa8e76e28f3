/** The words for what each scope of a token allows. */
export const scopeWords = {
  'goals:read': { label: 'Read own goals', description: 'Read the goals you own and their history.' },
  'goals:write': {
    label: 'Write own goals',
    description: 'Create goals, and edit, report on, and delete the goals you own.',
  },
  'goals:read:all': {
    label: 'Read all goals',
    description: 'Read every goal in the organization and its history.',
  },
  'goals:write:all': {
    label: 'Write all goals',
    description: 'Edit, report on, and delete all goals that your role allows.',
  },
  'labels:read': { label: 'Read labels', description: 'Read the labels of the organization.' },
  'labels:write': {
    label: 'Write labels',
    description: 'Create, edit, and delete the labels of the organization.',
  },
  'members:read': {
    label: 'Read members',
    description:
      'Read who the members are, with ids and roles. Only administrators also get email addresses.',
  },
  inbox: {
    label: 'Use your inbox',
    description: 'Read your inbox, with titles and short texts of its goals, and mark its items as read.',
  },
  'comments:write': {
    label: 'Write comments',
    description: 'Comment on the goals that the token sees, and edit and delete its own comments.',
  },
} as const
