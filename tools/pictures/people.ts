/** Portraits: the same printed shapes as the covers, cut into faces. 480 by 480, and one wide picture of the owner. */

import { helenObuya, lucaFerrante, priyaNandakumar, shirinAkter, tomasEriksen } from './people/clients.ts';
import { callumReyes, danielOkafor, jonasWhitlock, oskarLindqvist, wenLiSorensen } from './people/colleagues.ts';
import { miraAtWork } from './people/mira-at-work.ts';
import { miraCastellan } from './people/mira-castellan.ts';
import { inesDuarte, margitHalasz, nusratJahan, theoBrandt } from './people/readers.ts';

export default {
  'mira-castellan': miraCastellan,
  'mira-at-work': miraAtWork,
  'jonas-whitlock': jonasWhitlock,
  'priya-nandakumar': priyaNandakumar,
  'tomas-eriksen': tomasEriksen,
  'helen-obuya': helenObuya,
  'luca-ferrante': lucaFerrante,
  'shirin-akter': shirinAkter,
  'wen-li-sorensen': wenLiSorensen,
  'daniel-okafor': danielOkafor,
  'margit-halasz': margitHalasz,
  'theo-brandt': theoBrandt,
  'nusrat-jahan': nusratJahan,
  'callum-reyes': callumReyes,
  'ines-duarte': inesDuarte,
  'oskar-lindqvist': oskarLindqvist,
};
