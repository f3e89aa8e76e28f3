import { catalog } from '../../language/catalog.ts'

export const texts = catalog('goals/views', {
  name: 'Views',
  all: 'All goals',
  /** After the name of a view, for screen readers. */
  marks: { shared: '(shared)', changed: '(changed)' },
  /** Of a shared view. */
  sharedBy: (owner: string) => `Shared by ${owner}`,
  failed: 'The saved views could not be loaded.',
  retry: 'Try again',
  save: 'Save view',
  update: 'Update view',
  actions: (view: string) => `Actions for the view ${view}`,
  menu: {
    reset: 'Discard the changes',
    saveAsNew: 'Save as new…',
    rename: 'Rename…',
    share: 'Share with everyone',
    unshare: 'Stop sharing',
    remove: 'Delete…',
  },
  form: {
    saveTitle: 'Save view',
    renameTitle: 'Rename view',
    name: 'Name',
    /** In a sentence. */
    nameInSentence: 'name',
    missing: 'Enter a name for the view.',
    share: (organization: string) => `Share with everyone in ${organization}`,
    shareHint: 'Otherwise only you see it.',
    save: 'Save view',
    rename: 'Rename',
  },
  remove: {
    title: 'Delete this view?',
    /** `{view}` is its name. */
    own: '{view} will be deleted. The goals stay.',
    shared: '{view} will be deleted for everyone. The goals stay.',
    action: 'Delete view',
  },
  done: {
    saved: 'View saved.',
    updated: 'View updated.',
    renamed: 'View renamed.',
    shared: 'Everyone sees this view now.',
    unshared: 'Only you see this view now.',
    removed: 'View deleted.',
  },
})
