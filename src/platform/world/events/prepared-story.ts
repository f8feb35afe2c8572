import { hashText } from '../chance.ts';
import { eight } from './log-id.ts';
import type { Origin } from './origin.ts';
import type { Story } from './story.ts';
import { escapedFor, type LogContent, type Template, templateOf } from './template.ts';

/** A story made ready for one host: its texts escaped, its templates cut when first needed. */
export interface PreparedStory {
  readonly origins: readonly Origin[];
  readonly subnets: number;
  /** What goes into the holes, for each form of the log. */
  readonly fillings: { readonly [Content in LogContent]: Fillings };
  /** The first half of its entries' request ids. */
  readonly requestIdStart: string;
  /** The template for a chance from 0 to 1; low ones are the common ones. */
  templateAt(chance: number, content: LogContent): Template;
}

/** Texts for the holes of a template, as they stand in it. */
export interface Fillings {
  readonly agents: readonly string[];
  readonly details: readonly string[];
}

export function prepareStory(story: Story, host: string): PreparedStory {
  const templates: { readonly [Content in LogContent]: Template[] } = { json: [], text: [] };
  const { sightings } = story;
  const fillings = (content: LogContent): Fillings => ({
    agents: story.agents.map((agent) => escapedFor(content, agent)),
    details: story.details.map((detail) => escapedFor(content, detail)),
  });
  return {
    origins: story.origins,
    subnets: story.subnets,
    fillings: { json: fillings('json'), text: fillings('text') },
    requestIdStart: eight(hashText(1, host)) + eight(hashText(2, story.name)),
    templateAt(chance, content) {
      const at = Math.floor(chance * chance * sightings.length);
      const ready = templates[content][at];
      if (ready) return ready;
      const sighting = sightings[at];
      if (!sighting) throw new RangeError(`${story.name} has no sighting ${at}`);
      const cut = templateOf(sighting, host, content);
      templates[content][at] = cut;
      return cut;
    },
  };
}
